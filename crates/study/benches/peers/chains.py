"""The chains of the benchmark as a user of dyce or icepool writes them.

Reads the tables of both games from standard input (made by `peers.rs` from the rules themselves, so that no number of a
sheet stands here), works each chain out with each library, and writes times and exact odds to standard output.
"""

import json
import sys
import time
import warnings
from fractions import Fraction


class Dyce:
    """What the chains need of dyce."""

    name = "dyce"

    def __init__(self):
        from dyce import H
        from dyce.evaluation import expand

        self.H, self.expand = H, expand

    def sure(self, state):
        return self.H({state: 1})

    def die(self, sides):
        return self.H(sides)

    def sum_of(self, count, sides):
        return count @ self.H(sides)

    def hits(self, count, need, sides=6):
        missed = min(need - 1, sides)
        return count @ self.H({0: missed, 1: sides - missed}) if count and missed < sides else self.sure(0)

    def read(self, odds, reading):
        """What dice show, read as something else."""
        return odds.apply(reading)

    def then(self, odds, stage):
        """One stage more: it gives a state, or the odds of states. Equal states are merged."""
        return self.expand(lambda result: stage(result.outcome), odds, min_path_probability=Fraction(0))

    def states(self, odds):
        return [state for state, _ in odds.items()]

    def exact(self, odds):
        return [(state, Fraction(count, odds.total)) for state, count in odds.items()]


class Icepool:
    """What the chains need of icepool."""

    name = "icepool"

    def __init__(self):
        import icepool

        self.icepool = icepool

    def sure(self, state):
        return self.icepool.Die([state])

    def die(self, sides):
        return self.icepool.d(sides)

    def sum_of(self, count, sides):
        return count @ self.icepool.d(sides)

    def hits(self, count, need, sides=6):
        missed = min(need - 1, sides)
        return count @ self.icepool.Die({0: missed, 1: sides - missed}) if count and missed < sides else self.sure(0)

    def read(self, odds, reading):
        return odds.map(reading, star=False)

    def then(self, odds, stage):
        return odds.map(stage, star=False)

    def states(self, odds):
        return list(odds.outcomes())

    def exact(self, odds):
        return [(state, Fraction(count, odds.denominator())) for state, count in odds.items()]


def sum_of_dice(lib, table):
    return lib.sum_of(table["count"], table["sides"])


def volley_charge(lib, table):
    """Volley, test to close, test to stand, melee, the loser's test: a state is (end, lost, lost, loser)."""
    charger, target = table["figures"]

    def open_only(stage):
        return lambda state: state if state[0] else stage(state)

    def volley(state):
        def struck(hits):
            return ("charger-broken" if hits >= charger else "", min(hits, charger), 0, "")

        return lib.read(lib.hits(*table["volley"]), struck)

    def close(state):
        ends = {"goes-on": "", "routs": "charger-broken"}
        words = table["close"][state[1]]
        return lib.read(lib.die(6), lambda face: (ends.get(words[face - 1], "charger-stops"), *state[1:]))

    def stand(state):
        ends = {"pass": "held-off", "fail": "", "rout": "target-routed"}
        return lib.read(lib.die(6), lambda face: (ends[table["stand"][face - 1]], *state[1:]))

    def charger_strikes(state):
        dice, need = table["melee"]["charger"][charger - state[1]]
        return lib.read(lib.hits(dice, need), lambda hits: ("", state[1], min(hits, target), ""))

    def target_strikes(state):
        _, lost, inflicted, _ = state
        dice, need = table["melee"]["target"][target if table["simultaneous"] else target - inflicted]

        def struck(hits):
            hits = min(hits, charger - lost)
            gone = (hits == charger - lost, inflicted == target)
            ends = {(True, True): "both-destroyed", (True, False): "charger-destroyed", (False, True): "target-destroyed"}
            loser = "charger" if hits > inflicted else "target" if hits < inflicted else ""
            end = ends.get(gone) or ("" if loser else "fights-on")
            return (end, lost + hits, inflicted, "" if end else loser)

        return lib.read(lib.hits(dice, need), struck)

    def loser_tests(state):
        loser = state[3]
        words = table["loss"][loser][state[1] if loser == "charger" else state[2]]
        ends = {"routs": f"{loser}-routed", "beaten": f"{loser}-beaten", "fights-on": "fights-on"}
        return lib.read(lib.die(6), lambda face: (ends[words[face - 1]], state[1], state[2], ""))

    odds = lib.sure(("", 0, 0, ""))
    for stage in (volley, close, stand, charger_strikes, target_strikes, loser_tests):
        odds = lib.then(odds, open_only(stage))
    return odds


def orders_charge(lib, table):
    """Rounds of melee, each with its morale checks: a unit is (status, moved back, checks owed)."""
    sides = table["sides"]

    def lowered(who, unit, by):
        status, moved, owed = unit
        for _ in range(by):
            if status == "routed":
                break
            status = table["lower"][status]
            fate = table["blow"][who][status]
            moved = moved or fate == "back"
            status = "routed" if fate == "gone" else status
        return (status, moved, owed)

    def settled(unit):
        status, moved, owed = unit
        return ("routed", False, 0) if status == "routed" else (status, moved, owed)

    def takes(who, unit, drops, checks):
        status, moved, _ = lowered(who, unit, drops)
        return settled((status, moved, checks))

    def rolls(who, unit, face):
        status, moved, owed = unit
        if table["passes"][who][status][face - 1]:
            return (status, moved, owed - 1)
        return settled(lowered(who, unit, table["levels-lost"]))

    def locked(units):
        return not any(status == "routed" or moved for status, moved, _ in units)

    def check(units):
        for who, unit in enumerate(units):
            if unit[2] > 0:
                after = lambda face: tuple(rolls(i, u, face) if i == who else u for i, u in enumerate(units))
                return lib.read(lib.die(sides), after)
        return units

    def round_of(adds):
        def fight(units):
            if not locked(units):
                return units
            lead = adds[0][units[0][0]] - adds[1][units[1][0]]

            def struck(above):
                loser, drops, checks = table["results"][str(above + lead)]
                return tuple(takes(i, unit, drops, checks) if i in loser else unit for i, unit in enumerate(units))

            return lib.read(lib.die(sides) - lib.die(sides), struck)

        return fight

    odds = lib.sure(tuple((status, False, 0) for status in table["start"]))
    for adds in table["adds"]:
        odds = lib.then(odds, round_of(adds))
        while any(unit[2] for units in lib.states(odds) for unit in units):
            odds = lib.then(odds, check)
    return odds


def timed(work):
    """The microseconds of one run on a core, by the best of five means, so that other programs do not count."""
    means = []
    for _ in range(5):
        start, runs = time.process_time(), 0
        while time.process_time() - start < 0.3:
            work()
            runs += 1
        means.append((time.process_time() - start) / runs)
    return min(means) * 1e6


def main():
    # dyce calls its way of going from state to state an experiment, each time it is called.
    warnings.simplefilter("ignore")
    tables = json.load(sys.stdin)
    chains = {"sum": sum_of_dice, "volley": volley_charge, "orders": orders_charge}
    for library in (Dyce, Icepool):
        lib = library()
        for name, chain in chains.items():
            table = tables[name]
            odds = [[state, str(chance)] for state, chance in lib.exact(chain(lib, table))]
            spent = timed(lambda: chain(lib, table))
            print(json.dumps({"library": lib.name, "chain": name, "microseconds": spent, "odds": odds}))


if __name__ == "__main__":
    main()
