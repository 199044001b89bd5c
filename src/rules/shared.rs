//! Copies of a battle that cost little: the odds make one for every branch.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A value that copies of a record or a battle share until one of them changes it.
/// Where two share it already, `clone_from` leaves it alone.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent, bound(deserialize = "Box<T>: Deserialize<'de>"))]
pub struct Shared<T: ?Sized>(Arc<T>);

impl<T: Clone> Shared<T> {
    /// The value to change: a copy of its own, where others share it.
    pub(super) fn to_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

impl<T: ?Sized> Clone for Shared<T> {
    fn clone(&self) -> Shared<T> {
        Shared(Arc::clone(&self.0))
    }

    fn clone_from(&mut self, source: &Shared<T>) {
        if !Arc::ptr_eq(&self.0, &source.0) {
            self.0 = Arc::clone(&source.0);
        }
    }
}

impl<T: ?Sized> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: ?Sized, F: Into<Arc<T>>> From<F> for Shared<T> {
    fn from(value: F) -> Shared<T> {
        Shared(value.into())
    }
}

/// Makes a struct whose `clone_from` goes field by field, in the memory that it has:
/// what both share already is left as it is.
macro_rules! cloned_by_field {
    ($(#[$meta:meta])* $vis:vis struct $Name:ident {
        $($(#[$of_field:meta])* $seen:vis $field:ident: $Type:ty),+ $(,)?
    }) => {
        $(#[$meta])*
        $vis struct $Name { $($(#[$of_field])* $seen $field: $Type),+ }

        impl Clone for $Name {
            fn clone(&self) -> $Name {
                $Name { $($field: Clone::clone(&self.$field)),+ }
            }

            fn clone_from(&mut self, source: &$Name) {
                $(Clone::clone_from(&mut self.$field, &source.$field);)+
            }
        }
    };
}

pub(crate) use cloned_by_field;

#[cfg(test)]
mod tests {
    use super::*;

    cloned_by_field! {
        #[derive(Debug, PartialEq)]
        struct Record {
            name: Shared<str>,
            crew: u32,
            grappled: Vec<u16>,
        }
    }

    #[test]
    fn what_two_copies_share_stays_shared_until_one_of_them_changes() {
        let ship = Record { name: "Nike".into(), crew: 170, grappled: vec![2] };
        let mut copy = Record { crew: 3, grappled: Vec::new(), ..ship.clone() };
        assert!(Arc::ptr_eq(&copy.name.0, &ship.name.0));
        copy.clone_from(&ship);
        assert_eq!(copy, ship);
        assert_eq!(Arc::strong_count(&ship.name.0), 2);
        let other = Record { name: "Hebe".into(), crew: 160, grappled: Vec::new() };
        copy.clone_from(&other);
        assert_eq!(copy, other);
        assert_eq!(Arc::strong_count(&ship.name.0), 1);
    }

    #[test]
    fn a_change_to_what_is_shared_leaves_the_others_as_they_were() {
        let first: Shared<Vec<u16>> = vec![1].into();
        let mut second = first.clone();
        second.to_mut().push(2);
        assert_eq!((first.to_vec(), second.to_vec()), (vec![1], vec![1, 2]));
    }
}
