#!/usr/bin/env python3
"""How much of a game is frame: what a new game would have to write beside its rules.

    tools/frame.py            both numbers for every game
    tools/frame.py volley     of one game

Lines: state, charts and rules are the game; doors and what stands at the root of the crate are the frame. Blank lines,
comments and tests are not counted.
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
    "crates/server/src": ["Shown", "Chronicle"],
}
GAME = ("state", "charts", "rules")


def is_test(path):
    return "tests" in path.parts or path.stem == "tests"


def lines(path):
    """Lines of code."""
    code = path.read_text()
    return sum(1 for line in code.splitlines() if line.strip() and not line.strip().startswith("//"))


def parts(game):
    source = ROOT / "crates" / game / "src"
    found = {}
    for path in sorted(source.rglob("*.rs")):
        inside = path.relative_to(source)
        if not is_test(inside):
            part = inside.with_suffix("").parts[0]
            found[part if part in (*GAME, "doors") else "root"] = found.get(
                part if part in (*GAME, "doors") else "root", 0
            ) + lines(path)
    return found


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
        found = parts(game)
        total, frame = sum(found.values()), found.get("doors", 0) + found.get("root", 0)
        told = ", ".join(f"{part} {found.get(part, 0):,}" for part in (*GAME, "doors", "root"))
        print(f"{game}: {told}; frame {frame:,} of {total:,} lines, {100 * frame / total:.0f} %")
    count = 0
    for folder, traits in TRAITS.items():
        texts = [path.read_text() for path in sorted((ROOT / folder).rglob("*.rs"))]
        for trait in traits:
            methods = next(found for found in (required(text, trait) for text in texts) if found is not None)
            count += len(methods)
            print(f"  {trait}: {len(methods)} ({', '.join(methods)})")
    print(f"methods that a game must write: {count}")


main()
