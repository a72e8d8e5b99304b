#!/usr/bin/env python3
"""How many lines of code a rule takes, by what they are: what a new game, or a new rule, would have to write.

    tools/frame.py            every game, and the methods a game must write
    tools/frame.py volley     one game, and the same

Blank lines, comments and tests are not counted. A line is of the first kind that fits:

    doors       what else is asked of a game (its charts as a desk, odds foreseen, overlays, cases, files), and the crate's root
    charts      the numbers of the sheet, typed
    events      what happened, and the sentence of it
    questions   what players are asked: the struct, `impl Ask` or `impl YesOrNo`
    facts       what a rule reads off the table: `facts!`, `sight!`, `impl Fact`
    chains      several rolls strung together for exact odds
    outlooks    what an answer may lead to
    rules       all else under rules/
    state       all else under state/

Methods: those without a body in the traits that a game implements, wherever the trait stands.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The traits that every game implements once; Ask, Chart and Fact are written once a question, chart or fact.
TRAITS = {
    "crates/engine/src": ["Game", "Played", "Desk", "Foreseen", "Overlaid", "Cased", "Scene", "Said", "Expected"],
    "crates/general/src": ["Captained"],
    "crates/seat/src": ["Shown", "Chronicle"],
}
KINDS = ("rules", "questions", "facts", "charts", "events", "chains", "outlooks", "state", "doors")
# What begins an item of a kind, at the left edge of a file.
FACT = re.compile(r"(?:engine::)?(?:facts|sight)! ?\{|impl(?:<[^>]*>)? Fact<\w+> for (\w+)")
QUESTION = re.compile(r"impl(?:<[^>]*>)? (?:Ask|YesOrNo)<\w+> for (\w+)")


def is_test(path):
    return "tests" in path.parts or path.stem == "tests"


def is_code(line):
    return bool(line.strip()) and not line.strip().startswith("//")


def items(text):
    """A file as its items: from the left edge to the line that ends there."""
    item = []
    for line in text.splitlines():
        item.append(line)
        if re.match(r"[})\]]+[;,]?$|\S.*;$|(?:pub.*)?struct .*[;}]$", line):
            yield "\n".join(item)
            item = []
    yield "\n".join(item)


def place(inside):
    """The kind of a whole file, by where it stands."""
    parts = inside.with_suffix("").parts
    if parts[0] == "charts":
        return "charts"
    if parts[0] == "rules":
        return "chains" if "chain" in parts else "outlooks" if "outlook" in parts else "rules"
    if parts[0] == "state":
        return "events" if "event" in parts else "state"
    return "doors"


def kinds(game):
    """Lines of code of a game, by kind."""
    source = ROOT / "crates" / game / "src"
    found = dict.fromkeys(KINDS, 0)
    for path in sorted(source.rglob("*.rs")):
        inside = path.relative_to(source)
        if is_test(inside):
            continue
        whole = place(inside)
        text = path.read_text()
        named = {"questions": set(QUESTION.findall(text)), "facts": set(FACT.findall(text)) - {""}}
        for item in items(text):
            kind = whole
            code = [line for line in item.splitlines() if is_code(line)]
            if whole in ("rules", "chains", "outlooks", "state"):
                declared = re.search(r"^(?:pub(?:\([a-z ]+\))? )?struct (\w+)", item, re.M)
                if QUESTION.search(item) or (declared and declared[1] in named["questions"]):
                    kind = "questions"
                elif FACT.search(item) or (declared and declared[1] in named["facts"]):
                    kind = "facts"
            found[kind] += len(code)
    return found


def ledger(game):
    """How many rules its ledger has."""
    return len(re.findall(r"^\[\[rule\]\]", (ROOT / "rulesets" / game / "ledger.toml").read_text(), re.M))


def required(text, trait):
    """Names of the methods of a trait that have no body."""
    begin = re.search(rf"^pub(?:\(crate\))? trait {trait}\b[^{{;]*{{", text, re.M)
    if not begin:
        return None
    depth, item, found = 1, "", []
    for letter in text[begin.end() :]:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if depth == 0:
            return found
        item = item + letter if depth == 1 else item
        if letter == "}" and depth == 1:
            item = ""
        elif letter == ";" and depth == 1:
            found += re.findall(r"\bfn (\w+)", item)
            item = ""


def main():
    games = sys.argv[1:] or [path.parent.parent.name for path in sorted(ROOT.glob("crates/*/src/dispatch.rs"))]
    for game in games:
        found, rules = kinds(game), ledger(game)
        total = sum(found.values())
        print(f"{game}: {total:,} lines for {rules} rules, {total / rules:.1f} a rule")
        for kind in KINDS:
            print(f"  {kind:<10}{found[kind]:>7,}{found[kind] / rules:>7.1f} a rule")
    count = 0
    for folder, traits in TRAITS.items():
        texts = [path.read_text() for path in sorted((ROOT / folder).rglob("*.rs"))]
        for trait in traits:
            methods = next(found for found in (required(text, trait) for text in texts) if found is not None)
            count += len(methods)
            print(f"  {trait}: {len(methods)} ({', '.join(methods)})")
    print(f"methods that a game must write: {count}")


main()
