#!/usr/bin/env python3
"""Compares five distributions by Trierarch, icepool and dyce: answers and times.

    python3 benches/compare/odds.py [--runs 15]

Makes a virtual environment in target/compare, installs the two libraries there from
PyPI, and builds Trierarch with the release profile. The answers must be equal as
fractions, or the run fails. Notes on the comparison:

- Trierarch has no cache, and computes everything each time. Boarding and the missile
  are measured twice: as dice alone, and as whole orders. For a whole order the resolver
  is run for every branch, and the crews and fires are read from the battle after it.
- icepool and dyce get only the dice of these orders, in the shortest way that their
  manuals show, without ships, rules or a battle.
- icepool has caches. `cleared` is a run with empty caches in a warm interpreter, `again`
  is one with full caches, and `first` is the first run of a new interpreter, without
  imports. dyce has almost no caches.
- No game of Trierarch sorts dice in pairs, as RISK does. Its time there is that of a
  computation in odds.rs. The time of a count over every single roll is below the table.
- The aim is 50 times faster than icepool with empty caches. A line below the table
  names the distributions that miss it. The table also has the figures against full caches.
"""

import argparse
import collections
import functools
import gc
import json
import statistics
import subprocess
import sys
import time
import warnings
from fractions import Fraction

from common import in_environment, ours

PACKAGES = ["icepool==2.1.3", "dyce==0.7.0"]
QUESTIONS = {
    "12d6": "12d6",
    "board dice": "boarding, 17d6 against 17d6, the dice",
    "board": "boarding, the whole order",
    "pairs": "10d6 against 10d6, sorted in pairs",
    "highest": "highest of 3 against highest of 2, ties again",
    "missile dice": "Greek Fire missile: hit, crew, fire, the dice",
    "missile": "Greek Fire missile, the whole order",
}
AIM = 50
CREW = 170


def by_icepool():
    import icepool
    from icepool import d

    def board():
        boards = d(10) >= 6
        return {
            "outcome": boards.if_else("melee", "repelled"),
            "A1.crew": boards.if_else(CREW - 17 @ d(6), CREW),
            "B1.crew": boards.if_else(CREW - 17 @ d(6), CREW),
        }

    def highest():
        difference = d(6).highest(3) - d(6).highest(2)
        return {"won": difference.reroll([0], depth="inf") > 0}

    def missile():
        hits, burns = d(10) >= 6, d(6) <= 4
        return {
            "outcome": hits.if_else(burns.if_else("hit-and-fire", "hit"), "miss"),
            "B1.crew": hits.if_else(CREW - 2 @ d(10), CREW),
            "B1.fires": hits.if_else(burns.if_else(d(3), 0), 0),
        }

    def pairs():
        return {"won": d(6).pool(10).sort_pair(">", d(6).pool(10)).size()}

    def empty_caches():
        from icepool.evaluator.multiset_evaluator_base import MultisetEvaluatorBase

        icepool.math.comb_row_cache.clear()
        for thing in gc.get_objects():
            if isinstance(thing, functools._lru_cache_wrapper):
                if (thing.__module__ or "").startswith("icepool"):
                    thing.cache_clear()
            elif isinstance(thing, MultisetEvaluatorBase):
                getattr(thing, "_cache", {}).clear()

    asked = {
        "12d6": lambda: {"total": 12 @ d(6)},
        "board": board,
        "pairs": pairs,
        "highest": highest,
        "missile": missile,
    }
    return asked, empty_caches, lambda die: dict(die.items())


def by_dyce():
    from dyce import H, P, expand
    from dyce.p import survey_outcome_order_descending

    def chosen(hit, yes, no):
        return expand(lambda thrown: yes if thrown.outcome else no, hit)

    def board():
        boards = H(10).ge(6)
        return {
            "outcome": chosen(boards, "melee", "repelled"),
            "A1.crew": chosen(boards, CREW - (17 @ H(6)), CREW),
            "B1.crew": chosen(boards, CREW - (17 @ H(6)), CREW),
        }

    def highest():
        best = (3 @ P(6)).at(-1) - (2 @ P(6)).at(-1)
        decided = H({outcome: count for outcome, count in best.items() if outcome})
        return {"won": decided.gt(0)}

    def missile():
        hits, burns = H(10).ge(6), H(6).le(4)
        return {
            "outcome": chosen(hits, chosen(burns, "hit-and-fire", "hit"), "miss"),
            "B1.crew": chosen(hits, CREW - (2 @ H(10)), CREW),
            "B1.fires": chosen(hits, chosen(burns, H(3), 0), 0),
        }

    def pairs():
        # Even faces are the first side's dice, odd ones the second's. If two are equal, the
        # second's is first.
        def lie(state, outcome, count):
            first, second, won = state
            if outcome % 2:
                return first, second + count, won
            now = first + count
            return now, second, won + max(0, now - max(second, first))

        sides = [H([2 * face + more for face in range(1, 7)]) for more in (0, 1)]
        return {
            "won": P(*(10 * [sides[0]] + 10 * [sides[1]])).survey(
                accumulate=lie,
                initial=(0, 0, 0),
                order=survey_outcome_order_descending,
                settle=lambda state: state[2],
            )
        }

    asked = {
        "12d6": lambda: {"total": 12 @ H(6)},
        "board": board,
        "pairs": pairs,
        "highest": highest,
        "missile": missile,
    }
    return asked, lambda: None, lambda h: dict(h.items())


LIBRARIES = {"icepool": by_icepool, "dyce": by_dyce}


def work(library, question, runs):
    """Measures one library with one distribution, in this interpreter."""
    warnings.simplefilter("ignore")
    asked, empty_caches, counts = LIBRARIES[library]()
    run = asked[question.removesuffix(" dice")]

    def timed():
        start = time.perf_counter()
        run()
        return time.perf_counter() - start

    times = {"first": [timed()], "cleared": [], "again": []}
    for _ in range(runs):
        empty_caches()
        times["cleared"].append(timed())
    for _ in range(runs):
        times["again"].append(timed())
    answers = {}
    for name, found in run().items():
        ways = {str(int(k) if isinstance(k, bool) else k): n for k, n in counts(found).items()}
        total = sum(ways.values())
        answers[name] = {key: str(Fraction(n, total)) for key, n in ways.items()}
    print(json.dumps({"times": times, "answers": answers}))


def theirs(library, question, runs, interpreters=5):
    times = collections.defaultdict(list)
    for _ in range(interpreters):
        command = [sys.executable, __file__, "--work", library, question, "--runs", str(runs)]
        out = subprocess.run(command, check=True, capture_output=True, text=True)
        found = json.loads(out.stdout)
        for kind, seconds in found["times"].items():
            times[kind] += seconds
    return times, found["answers"]


def fractions(answers):
    whole = {
        name: {value: Fraction(chance) for value, chance in values.items()}
        for name, values in answers.items()
    }
    return {
        name: {value: chance for value, chance in values.items() if chance}
        for name, values in whole.items()
    }


def shown(seconds):
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--runs", type=int, default=15)
    arguments.add_argument("--work", nargs=2, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.work:
        return work(*given.work, given.runs)
    in_environment(PACKAGES)

    own = ours("compare-odds", max(given.runs, 101))
    print("Medians:", ", ".join(PACKAGES))
    columns = ["trierarch", "icepool first", "cleared", "again", "dyce first", "again"]
    print(f"{'':46}" + "".join(f"{column:>14}" for column in columns))
    ratios, short = [], []
    for question, says in QUESTIONS.items():
        mine = statistics.median(own[question]["seconds"])
        medians = {}
        for library in LIBRARIES:
            times, answers = theirs(library, question, given.runs)
            if fractions(answers) != fractions(own[question]["answers"]):
                sys.exit(f"{library} has another answer to {says}: {answers}, {own[question]['answers']}")
            medians[library] = {kind: statistics.median(all) for kind, all in times.items()}
        icepool, dyce = medians["icepool"], medians["dyce"]
        row = [mine, *icepool.values(), dyce["first"], dyce["again"]]
        print(f"{says:46}" + "".join(f"{shown(seconds):>14}" for seconds in row))
        ratios.append((says, icepool["cleared"] / mine, icepool["again"] / mine, dyce["again"] / mine))
        if ratios[-1][1] < AIM:
            short.append(f"{says}: {ratios[-1][1]:.1f} times")
    print("\nAll answers are equal. Trierarch is faster by these factors:")
    print(f"{'':46}{'icepool cleared':>16}{'icepool again':>16}{'dyce':>16}")
    for says, *factors in ratios:
        print(f"{says:46}" + "".join(f"{factor:>16.3g}" for factor in factors))
    print(f"\nPairs hand by hand, as Trierarch's dice are: {shown(own['walked_pairs'])}.")
    aim = f"{AIM} times faster than icepool from emptied caches"
    print(f"Not {aim}: {'; '.join(short)}." if short else f"Each is more than {aim}.")


if __name__ == "__main__":
    main()
