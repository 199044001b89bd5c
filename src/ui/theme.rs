//! The colours of the window, after Attic pottery: terracotta, black and cream, and one blue
//! for controls. Every colour comes from here.
#![expect(clippy::disallowed_methods, reason = "the one place where colours are made")]

use std::sync::Arc;

use egui::{
    Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Id, Margin,
    Stroke, TextStyle, Vec2,
};
use serde::{Deserialize, Serialize};

use crate::rules::{Side, Tone};

/// The smallest width and height of a control, in points, at the usual text size.
pub const TOUCH: f32 = 44.0;

/// The same at the chosen text size: large text makes controls larger, and small text does not
/// make them smaller.
#[must_use]
pub fn touch(ctx: &Context) -> f32 {
    touch_at(ctx.zoom_factor())
}

fn touch_at(text_size: f32) -> f32 {
    (TOUCH / text_size).clamp(TOUCH * 0.68, TOUCH * 1.25)
}

/// The themes of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Cream, with black figures on clay.
    #[default]
    Light,
    /// Black glaze, with clay figures.
    Dark,
    /// Black on white, with heavy lines.
    Contrast,
}

impl Theme {
    /// All of them, in the order of the settings.
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Contrast];

    /// Its name in the settings.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Theme::Light => "Light",
            Theme::Dark => "Dark",
            Theme::Contrast => "High contrast",
        }
    }
}

/// The colours of a theme, by their use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Behind everything.
    pub ground: Color32,
    /// Bars and columns.
    pub panel: Color32,
    /// Cards and the open order.
    pub card: Color32,
    /// Text.
    pub ink: Color32,
    /// Less important text.
    pub quiet: Color32,
    /// Thin lines and the empty part of bars.
    pub line: Color32,
    /// Terracotta: headings and bars.
    pub clay: Color32,
    /// Behind a silhouette.
    pub vase: Color32,
    /// A silhouette.
    pub figure: Color32,
    /// Whether a silhouette is black on clay, and not red on black.
    pub black_figures: bool,
    /// Sea blue: controls.
    pub sea: Color32,
    /// Text on sea blue.
    pub on_sea: Color32,
    /// A quiet control.
    pub sea_wash: Color32,
    /// An advantage.
    pub good: Color32,
    /// A danger.
    pub bad: Color32,
    /// The pieces of the odds bar; each also has a letter.
    pub outcomes: [Color32; 6],
    /// Outcomes that are good for the side that rolls, the likeliest first.
    pub good_outcomes: [Color32; 3],
    /// Outcomes that are bad for the side that rolls.
    pub bad_outcomes: [Color32; 3],
    /// Text on a piece of the odds bar.
    pub on_outcomes: [Color32; 6],
    /// Text on a good or a bad outcome.
    pub on_tone: Color32,
    /// The width of a line that must be visible, in points.
    pub stroke: f32,
}

/// The colours of words in a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChipColours {
    pub(super) fill: Color32,
    pub(super) ink: Color32,
    pub(super) edge: Color32,
}

impl Palette {
    /// The colours of an outcome and of the text on it, by its meaning for
    /// the side that rolls; `nth` distinguishes those with the same meaning.
    pub(super) fn outcome(&self, tone: Tone, nth: usize) -> [Color32; 2] {
        match tone {
            Tone::Good => [self.good_outcomes[nth % 3], self.on_tone],
            Tone::Bad => [self.bad_outcomes[nth % 3], self.on_tone],
            Tone::Plain => [self.outcomes[nth % 6], self.on_outcomes[nth % 6]],
        }
    }

    /// A figure and its ground, as painted on the pots of this side: side A in
    /// black figures on clay, side B in red figures on black.
    pub(super) fn pot(&self, side: Side) -> [Color32; 2] {
        match (side, self.black_figures) {
            (Side::A, true) | (Side::B, false) => [self.figure, self.vase],
            (Side::A, false) | (Side::B, true) => [self.vase, self.figure],
        }
    }

    /// The colours of ordinary words in a frame.
    pub(super) fn plain_chip(&self) -> ChipColours {
        ChipColours { fill: self.panel, ink: self.ink, edge: self.line }
    }

    fn of(theme: Theme) -> Palette {
        match theme {
            Theme::Light => Palette::light(),
            Theme::Dark => Palette::dark(),
            Theme::Contrast => Palette::contrast(),
        }
    }

    fn light() -> Palette {
        Palette {
            ground: c(0xec_db_bb),
            panel: c(0xf2_e5_cb),
            card: c(0xfb_f5_e7),
            ink: BLACK,
            quiet: c(0x63_4f_3d),
            line: c(0xd0_b8_91),
            clay: c(0xa8_46_1e),
            vase: c(0xd2_7a_48),
            figure: BLACK,
            black_figures: true,
            sea: c(0x12_5e_7f),
            on_sea: c(0xff_fb_f2),
            sea_wash: c(0xdc_e6_e2),
            good: c(0x2f_63_2b),
            bad: c(0x98_1b_1b),
            outcomes: [
                BLACK,
                c(0xa8_46_1e),
                c(0xd2_7a_48),
                c(0x78_63_4d),
                c(0xe0_b8_7c),
                c(0x4d_3a_2c),
            ],
            on_outcomes: [CREAM, CREAM, BLACK, CREAM, BLACK, CREAM],
            good_outcomes: [c(0x2f_63_2b), c(0x4b_7d_3f), c(0x1f_4a_22)],
            bad_outcomes: [c(0x98_1b_1b), c(0x7a_33_2a), c(0xb0_3a_2a)],
            on_tone: CREAM,
            stroke: 1.0,
        }
    }

    fn dark() -> Palette {
        Palette {
            ground: c(0x14_0e_0b),
            panel: c(0x20_17_12),
            card: c(0x2b_20_19),
            ink: CREAM,
            quiet: c(0xbf_ab_92),
            line: c(0x57_44_36),
            clay: c(0xe2_8a_57),
            vase: c(0x0b_07_05),
            figure: c(0xd9_7d_4a),
            black_figures: false,
            sea: c(0x7c_c7_e2),
            on_sea: c(0x06_1c_26),
            sea_wash: c(0x1f_3a_46),
            good: c(0x9c_d0_8c),
            bad: c(0xff_9a_86),
            outcomes: [
                CREAM,
                c(0xe2_8a_57),
                c(0xa0_52_2c),
                c(0xb4_9c_80),
                c(0x6c_4b_36),
                c(0xf0_c4_8c),
            ],
            on_outcomes: [BLACK, BLACK, CREAM, BLACK, CREAM, BLACK],
            good_outcomes: [c(0x9c_d0_8c), c(0x7f_b8_74), c(0xb8_dc_a4)],
            bad_outcomes: [c(0xff_9a_86), c(0xe0_7a_68), c(0xf0_b0_a0)],
            on_tone: BLACK,
            stroke: 1.0,
        }
    }

    fn contrast() -> Palette {
        let (white, black) = (c(0xff_ff_ff), c(0));
        Palette {
            ground: white,
            panel: white,
            card: white,
            ink: black,
            quiet: c(0x2a_2a_2a),
            line: c(0x5a_5a_5a),
            clay: black,
            vase: white,
            figure: black,
            black_figures: true,
            sea: c(0x00_3b_6f),
            on_sea: white,
            sea_wash: c(0xe6_f0_f8),
            good: c(0x00_4a_00),
            bad: c(0x8a_00_00),
            outcomes: [black, white, c(0x5a_5a_5a), c(0xd8_d8_d8), c(0x2a_2a_2a), c(0xb0_b0_b0)],
            on_outcomes: [white, black, white, black, white, black],
            good_outcomes: [c(0x00_4a_00), c(0x00_5c_10), c(0x00_38_00)],
            bad_outcomes: [c(0x8a_00_00), c(0x70_10_00), c(0x9c_00_10)],
            on_tone: white,
            stroke: 2.0,
        }
    }
}

const fn c(hex: u32) -> Color32 {
    let [_, r, g, b] = hex.to_be_bytes();
    Color32::from_rgb(r, g, b)
}

/// Black glaze.
const BLACK: Color32 = c(0x1b_13_0e);
/// Unpainted slip.
const CREAM: Color32 = c(0xf6_ec_d8);

/// The colours of the present theme.
#[must_use]
pub fn palette(ctx: &Context) -> Palette {
    ctx.data(|data| data.get_temp(Id::unique("palette")))
        .unwrap_or_else(|| Palette::of(Theme::default()))
}

/// A grey from 0 (black) to 1 (white), the same in every theme, for pages to print and codes
/// for phones.
#[must_use]
pub fn grey(lightness: f32) -> Color32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "held between 0 and 255"
    )]
    let level = (lightness.clamp(0.0, 1.0) * 255.0).round() as u8;
    Color32::from_gray(level)
}

/// The font family of titles.
#[must_use]
pub fn didot() -> FontFamily {
    FontFamily::Name("Didot".into())
}

/// The font family of emphasised text.
#[must_use]
pub fn bold() -> FontFamily {
    FontFamily::Name("Alegreya Bold".into())
}

/// The font family of asides.
#[must_use]
pub fn italic() -> FontFamily {
    FontFamily::Name("Alegreya Italic".into())
}

/// Gives the window its fonts, once.
pub fn install_fonts(ctx: &Context) {
    let mut fonts = FontDefinitions::default();
    let ours: [(&str, &'static [u8], FontFamily); 4] = [
        (
            "Alegreya",
            include_bytes!("../../assets/fonts/alegreya/Alegreya-Regular.ttf"),
            FontFamily::Proportional,
        ),
        ("Alegreya Bold", include_bytes!("../../assets/fonts/alegreya/Alegreya-Bold.ttf"), bold()),
        (
            "Alegreya Italic",
            include_bytes!("../../assets/fonts/alegreya/Alegreya-Italic.ttf"),
            italic(),
        ),
        ("Didot", include_bytes!("../../assets/fonts/gfs-didot/GFSDidot-Regular.ttf"), didot()),
    ];
    // Characters that our faces lack come from egui's fonts.
    let fallback = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for (name, bytes, family) in ours {
        let data = FontData::from_owned(with_lining_figures(bytes));
        fonts.font_data.insert(name.into(), Arc::new(data));
        let mut faces = vec![name.to_owned()];
        if family == didot() {
            // It has only letters, so arrows and the like come from the text's
            // face.
            faces.push("Alegreya".into());
        }
        faces.extend(fallback.iter().cloned());
        fonts.families.insert(family, faces);
    }
    // Without egui's fonts (a web page) there is none of fixed width.
    let fixed = fonts.families.entry(FontFamily::Monospace).or_default();
    if fixed.is_empty() {
        fixed.push("Alegreya".into());
    }
    ctx.set_fonts(fonts);
}

/// A face that uses lining figures by default, so that 250 looks like a number.
/// Their feature is renamed to one that is always on (contextual alternates),
/// which our faces do not have.
fn with_lining_figures(face: &[u8]) -> Vec<u8> {
    let mut face = face.to_vec();
    let found = face.windows(4).enumerate().filter(|(_, tag)| tag == b"lnum");
    let places: Vec<usize> = found.map(|(at, _)| at).collect();
    for at in places {
        face[at..at + 4].copy_from_slice(b"calt");
    }
    face
}

/// Styles the window. `text_size` multiplies the system's text size.
pub fn dress(ctx: &Context, theme: Theme, text_size: f32) {
    let palette = Palette::of(theme);
    ctx.data_mut(|data| data.insert_temp(Id::unique("palette"), palette));
    let base = if theme == Theme::Dark { egui::Theme::Dark } else { egui::Theme::Light };
    // Set explicitly, since egui would follow the system, and mix the two.
    ctx.set_theme(base);
    ctx.all_styles_mut(|style| {
        style.visuals = visuals(base, &palette);
        style.text_styles = [
            (TextStyle::Small, FontId::new(15.0, FontFamily::Proportional)),
            (TextStyle::Body, FontId::new(18.0, FontFamily::Proportional)),
            (TextStyle::Button, FontId::new(18.0, FontFamily::Proportional)),
            (TextStyle::Heading, FontId::new(22.0, didot())),
            (TextStyle::Monospace, FontId::new(15.0, FontFamily::Monospace)),
        ]
        .into();
        style.spacing.item_spacing = Vec2::new(8.0, 6.0);
        style.spacing.button_padding = Vec2::new((12.0 / text_size).max(6.0), 6.0 / text_size);
        style.spacing.interact_size = Vec2::splat(touch_at(text_size));
        style.spacing.icon_width = 26.0;
        style.spacing.icon_width_inner = 16.0;
        style.spacing.menu_margin = Margin::same(8);
        style.spacing.scroll.floating = false;
        style.spacing.scroll.bar_width = 9.0;
        style.spacing.scroll.foreground_color = false;
        style.interaction.selectable_labels = false;
        // There are no automatic animations, so an unchanged window is not redrawn.
        style.animation_time = 0.0;
    });
    ctx.set_zoom_factor(text_size);
}

fn visuals(base: egui::Theme, palette: &Palette) -> egui::Visuals {
    let mut visuals = base.default_visuals();
    let round = CornerRadius::same(6);
    let edge = Stroke::new(palette.stroke, palette.sea);
    let line = Stroke::new(palette.stroke, palette.line);
    visuals.override_text_color = None;
    visuals.weak_text_color = Some(palette.quiet);
    visuals.panel_fill = palette.panel;
    visuals.window_fill = palette.card;
    visuals.window_stroke = Stroke::new(palette.stroke, palette.clay);
    // With high contrast all grounds are white, and rows of a table need a shade.
    let is_white = palette.panel == palette.card;
    visuals.faint_bg_color =
        if is_white { palette.line.gamma_multiply(0.15) } else { palette.panel };
    visuals.extreme_bg_color = palette.card;
    visuals.text_edit_bg_color = Some(palette.card);
    visuals.hyperlink_color = palette.sea;
    visuals.warn_fg_color = palette.bad;
    visuals.error_fg_color = palette.bad;
    visuals.selection.bg_fill = palette.sea;
    visuals.selection.stroke = Stroke::new(palette.stroke, palette.on_sea);
    visuals.disabled_alpha = 0.62;
    visuals.interact_cursor = Some(egui::CursorIcon::PointingHand);
    let widgets = &mut visuals.widgets;
    for state in [
        &mut widgets.noninteractive,
        &mut widgets.inactive,
        &mut widgets.hovered,
        &mut widgets.active,
        &mut widgets.open,
    ] {
        state.corner_radius = round;
        state.expansion = 0.0;
        state.bg_stroke = edge;
        state.fg_stroke = Stroke::new(palette.stroke, palette.ink);
        state.weak_bg_fill = palette.sea_wash;
        state.bg_fill = palette.sea_wash;
    }
    // Quiet controls have no edge, except with high contrast.
    if palette.stroke <= 1.0 {
        widgets.inactive.bg_stroke = Stroke::NONE;
    }
    widgets.noninteractive.bg_stroke = line;
    widgets.noninteractive.bg_fill = palette.card;
    widgets.noninteractive.weak_bg_fill = palette.card;
    widgets.hovered.bg_stroke = Stroke::new(palette.stroke + 1.0, palette.sea);
    widgets.active.bg_stroke = Stroke::new(palette.stroke + 1.0, palette.sea);
    widgets.active.weak_bg_fill = palette.sea;
    widgets.active.fg_stroke = Stroke::new(palette.stroke, palette.on_sea);
    visuals
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, as in the web's contrast guidelines.
    fn luminance(colour: Color32) -> f32 {
        let linear = |channel: u8| {
            let c = f32::from(channel) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b())
    }

    fn contrast(one: Color32, two: Color32) -> f32 {
        let (a, b) = (luminance(one), luminance(two));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_text_has_enough_contrast_with_its_background() {
        for theme in Theme::ALL {
            let p = Palette::of(theme);
            let least = if theme == Theme::Contrast { 7.0 } else { 4.5 };
            let mut pairs = vec![("on sea", p.on_sea, p.sea), ("on wash", p.ink, p.sea_wash)];
            for ground in [p.ground, p.panel, p.card] {
                pairs.extend([("ink", p.ink, ground), ("quiet", p.quiet, ground)]);
            }
            for ground in [p.panel, p.card] {
                pairs.extend([("clay", p.clay, ground), ("good", p.good, ground)]);
                pairs.extend([("bad", p.bad, ground), ("sea", p.sea, ground)]);
            }
            for tone in [p.good_outcomes, p.bad_outcomes] {
                pairs.extend(tone.map(|ground| ("odds", p.on_tone, ground)));
            }
            pairs.extend(p.on_outcomes.into_iter().zip(p.outcomes).map(|(t, g)| ("odds", t, g)));
            for (what, text, ground) in pairs {
                let ratio = contrast(text, ground);
                let least = if what == "odds" { 4.0 } else { least };
                assert!(ratio >= least, "{theme:?} {what}: {ratio:.1} of {least}");
            }
        }
    }
}
