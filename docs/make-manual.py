"""Writes docs/manual.md anew from the real output of the release binary: `make manual`."""
import os
import shutil
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
G = os.environ.get('GROGNARD_BIN', os.path.join(ROOT, 'target/release/grognard'))
work = tempfile.TemporaryDirectory()
shutil.copy(os.path.join(ROOT, 'docs/club.toml'), work.name)
os.chdir(work.name)
def run(cmd, lines=None, part=None, err=False):
    p=subprocess.run(cmd.replace('grognard ', G+' ',1),shell=True,capture_output=True,text=True)
    t=(p.stderr if err else p.stdout).rstrip('\n')
    L=t.split('\n')
    if part: L=L[part[0]:part[1]]+['…']
    elif lines and len(L)>lines: L=L[:lines]+['…']
    return '```console\n$ '+cmd+'\n'+'\n'.join(L).strip('\n')+'\n```\n'
club=open('club.toml').read().rstrip()
cases='''[[case]]
name = "four men of a six-pounder hit a column close by on four"
rules = ["volley.p1.fire.to-hit.column"]
sheets = ["br8"]
resolve = "artillery-fire"
facts = {{ crew = 4, range = "close", target = "column" }}
dice = [3, 6, 1, 4]
expect = {{ outcome = {{ hits = 2 }} }}

[[case]]
name = "a line in enfilade is hit on four"
rules = ["volley.shoot.to-hit.enfiladed-line"]
resolve = "shooting"
facts = {{ figures = 4, target = "line", enfiladed = true, side = "opponent" }}
dice = [4, 3]
expect = {{ outcome = {{ hits = 1 }} }}'''.replace('{{','{').replace('}}','}')
open('my-cases.toml','w').write(cases+'\n')
subprocess.run(G+' play gilly --seed 7 --record gilly.jsonl > full.txt',shell=True)
full=open('full.txt').read().split('\n')
i=next(k for k,l in enumerate(full) if l.startswith('── Phase 10'))
charge='resolve br8 charge charger-nation=french charger-grade=veteran charger-figures=12 \\\n    target-nation=british target-grade=veteran target-figures=12 target-formation=line --odds'
def long(cmd, n):
    p=subprocess.run(G+' '+cmd,shell=True,capture_output=True,text=True)
    return '```console\n$ grognard '+cmd+'\n'+'\n'.join(p.stdout.split('\n')[:n])+'\n…\n```\n'
wrong=[("grognard play gily"),("grognard play gilly --french capten"),("grognard play gilly --austrian captain"),("grognard resolve br8 artillery-fire range=close target=column --dice 3,6")]
md=f'''# The manual of `grognard`

`grognard` plays, replays and studies battles of three games.
In `volley` battalions fight by d6 on three playing sheets: A15 (French and Austrians, 15 mm), P7 (French and Prussians) and Br8 (French and British).
In `orders` brigades fight by d10 under corps orders that are sealed and sent by courier; its sheet has the same name.
In `empire` divisions fight by d10, hour by hour, with the morale of each as a whole; its sheet has the same name, and the part of it that is played grows ([topics](empire-topics.md)).
Every command has `--help` with examples.
All of them take `--rulesets FOLDER` to go by other ruleset files than those built in.
Commands whose answer a program might read have `--json`; battles and replays have `--log json`.
The outputs below are real; the course of a battle depends on the computer generals, and changes when they learn.

| command | what it does |
|---|---|
| [`battles`](#battles) | lists the battles that come with the program |
| [`play`](#play) | lets computer generals fight a battle and tells what happens |
| [`replay`](#replay) | plays a record again and proves it |
| [`check`](#check) | checks battles, house patches and records |
| [`rules show`](#rules-show) | prints a sheet with its rulings |
| [`rules diff`](#rules-diff) | prints what a house patch changes |
| [`charts`](#charts) | lists the charts and tests, and the facts they want |
| [`resolve`](#resolve) | asks one chart or test, with dice, working and exact odds |
| [`match`](#match) | plays many battles and counts who wins |
| [`ledger`](#ledger) | runs the cases of every rule |
| [`serve`](#serve) | opens the page: battles in the browser, from one file |
| [`backup`](#backup) | copies the games whole while they are served |
| [`health`](#health) | asks a server whether it is well |
| [`completions`](#completions) | serves your shell |

## When something is wrong

The exit code is 0 when all is well and 2 when something was wrong with what you gave.
Then one sentence on standard error says what was found, where, what was expected, and the nearest right word.
A file with several faults gets one sentence for each.
Nothing is half done: a record is written whole or not at all.

'''+''.join(run(c,err=True) for c in wrong)+f'''
Colours are used only on a terminal, and never when `NO_COLOR` is set.

## battles

{run("grognard battles",8)}
`grognard battles --json` gives the same list with dates, figures and summaries.

## play

`grognard play BATTLE` takes the id of a battle, or the path of a battle file of your own.
The log tells everything: each modifier with its reason and rule, the dice as they fell with hits marked by `*`, and how likely the result was.

```console
$ grognard play gilly --seed 7
'''+'\n'.join(full[:26])+'''
…
```

A charge in the same battle:

```console
'''+'\n'.join(full[i:i+14])+f'''
…
```

| option | what it is for |
|---|---|
| `--french captain` | who leads the French: `captain` (the default) plays sensibly, `recruit` holds to one plan, weighs losses wrongly and does not look again at what comes of it; a captain is by nature steady, bold or wary, as the seed has it, and `captain-steady`, `captain-bold` and `captain-wary` may be named; `captain-before` is the one before today's, `anybody` takes any legal answer at random, `marshal` plays plans out before he chooses one, and takes seconds for it |
| `--allied captain` | the same for the other side; `--austrian`, `--prussian` and `--british` say it by name |
| `--seed 7` | the same seed gives the same battle; without one the battle is new, and its seed is printed |
| `--record FILE` | keeps the game; only a record is ever overwritten |
| `--log short` | only losses, failed morale, charges, melees and routs |
| `--log json` | one event a line; the last line holds the seed and the report |
| `--house PATCH` | plays by your house rules |
| `--turns 3` | stops after so many turns |
| `--turns 3 --concede french` | after so many turns this side gives the battle up |

{run("grognard play gilly --seed 7 --log short",14)}
At the end comes the report.

{"```console"}
{chr(10).join(l for l in open('full.txt').read().split("══ Report ══")[1].rstrip().split(chr(10))[1:12])}
…
```

What a computer player is about stands before the step in which it has made its plan, in sentences, as far as it is new; a program finds it in the record.
In `--log json` the number of a unit is its place in the report's list of units.
A throw says in `test` what it was held against: `asks` (`at-least`, `at-most`, `each` die, a `table`, `against` the enemy's
total, or an `amount`), the printed `need` and each of the `modifiers` with its rule, what was `rolled`, the `total`, what it
`needed`, and the `result`. Dice and modifiers add up to the total; where the modifiers change the need (`changes`), need and
modifiers add up to `needed`. `working` of an event has the `printed` number apart from its `modifiers`.

{run("grognard play gilly --seed 7 --log json | sed -n 7,8p")}
## replay

A record holds the battle, the house rules, the seed and everything that was thrown and decided, and what the computer players said of their plans, which changes nothing.
One that has such notes, or a battle that was conceded, is of version 2 of the format; others are of version 1, as before.
It is played again from its start, and the state after each step is compared with what was written down.
`--verify` says what that proves and what it cannot: that the rules were kept, and that the dice are those of the seed; not who threw dice that were typed, nor anything about the dice of a seed that is not there.

{run("grognard replay gilly.jsonl --verify")}
`--to N` stops after step N and shows where all units stand.
Distances are inches from the south-west corner to the middle of the unit's front; facing is in degrees clockwise of north.

{run("grognard replay gilly.jsonl --to 40",10)}
Without `--verify` and `--to` the log is told again, in the form that `--log` names.
`--json` gives the numbers and the position to a program.
A record that was changed is refused, and the line is named.

'''
t=open('gilly.jsonl').read().split('\n'); k=next(n for n,l in enumerate(t) if '"dice"' in l)
t[k]=t[k].replace('"faces":[','"faces":[6,',1); open('changed.jsonl','w').write('\n'.join(t))
shutil.copy(os.path.join(ROOT, 'battles/gilly/battle.toml'), 'my-fight.toml')
md+=run("grognard replay changed.jsonl --verify",err=True)+f'''
## check

Files are told apart by what stands in them.
Each right one gets a line on standard output, each fault of the others a sentence on standard error.

{run("grognard check my-fight.toml club.toml gilly.jsonl")}
## rules show

The whole sheet: charts by topic, every number with its rule id, the rules without numbers, and the rulings with what else they might be.
With `--house PATCH` the amended sheet is printed, and what the house changed is marked with `*`.

{run("grognard rules show br8",8)}
{run("grognard rules show br8 | grep -A2 volley.house.hit.modifiers")}
## rules diff

A house patch is a short file against one sheet: rules taken out, rulings set, numbers changed.

```toml
{club}
```

{run("grognard rules diff club.toml")}
## charts

`grognard charts` gives the names, `grognard charts SHEET` the facts of each chart, with `--json` for programs.

{run("grognard charts",8)}
{run("grognard charts br8 | grep -A6 ^artillery-fire")}
## resolve

One chart or test of a sheet, called by the facts it wants.
With `--dice` you throw your own dice, which the answer marks as typed; with too few of them it says how many it wants, of how many sides.
Facts the sheet does not have together are refused in a sentence that says what there is.
With `--seed` ours are thrown; with `--odds` you get everything that can happen with its exact chance.

{run("grognard resolve br8 artillery-fire crew=4 range=close target=column --dice 3,6,1,4")}
{run("grognard resolve p7 stand nation=prussian grade=veteran lost=3 --odds")}
A whole charge, from the first volley to the loser's morale, has exact odds too.

{long(charge,15)}
`--house PATCH` asks the same by your own rules.

## match

Many battles on all cores; game N of a match is the battle that `grognard play --seed N` shows.
With `--swap` all are played again with the generals' seats swapped.

{run("grognard match gilly --french captain --allied recruit --games 50 --swap")}

With `--sense` it says what the battles looked like.
Foot is engaged that fires, charges or fights hand to hand; a unit that is only fired at is not.
A battery has left its position on turn 1 if it is limbered or more than an inch from where it stood when the turn ends.
A gun turn is silent for own troops if the battery did not fire in it and, when some phase of the turn began, it had an enemy before it and no clear line for its own troops.
Changes of formation are those of foot and horse; first turns are different where any answer of the side was.

{run("grognard match salamanca-pakenham --games 50 --sense")}
Bots are players of a few lines who try to exploit a level; they see what their side sees and give answers that the rules take.
They are taken where a general is, by `play` too.

{run("grognard match --bots")}
With `--matrix` every player plays every other: the captain, captains who carry out one plan each of those that a marshal plays out (`plan-1`, `plan-2` …, volley), and the bots, and the best mixtures of both sides (by fictitious play) say what the battle is worth, which is its balance: what two captains happen to play may be far from it.

{run("grognard match gilly --matrix --games 50 --among captain,plan-1,plan-8,plan-10,still,late,rush,horse")}
## ledger

For each game: how many rules its sheets have, how many are proved on a table (a case is played there and fails without the rule), how many at the desk alone (a chart says the right number, and no case shows that a turn comes to it: `--desk` lists them), which are missing, and how many cases there are.
A game that keeps a list of the rules that none of its battles meets prints it with the reason of each; `make prove` holds the list against 200 games of each battle.
A case that fails is named on standard error, and the exit code is 2.
With `--rulesets FOLDER` the cases are tried by the rules of that folder: a number that was changed there fails the cases that rest on it.

{run("grognard ledger",4)}
With `--cases FILE` it plays your own cases instead, written as those in `cases/` are: a table with units and what is said and thrown, or one chart with its facts and dice, and what you expect.
The rules a case names say its game, and its sheets unless it names those.

```toml
{cases}
```

{run("grognard ledger --cases my-cases.toml; echo exit code $?",err=False)}
Those that do not hold are named on standard error with their line, what was expected and what was found, and the exit code is 1; a file that cannot be read as cases gets its faults and exit code 2.

{run("grognard ledger --cases my-cases.toml",err=True)}
## serve

One program, one SQLite file: it prints a link, and the page behind it plays against the computer, two on one screen, or with a friend by an invitation.
A move is on disk before it is confirmed; stop the program whenever you like and start it again.
A player may let the captain lead a part of his army, and answer routine questions once for many times; he takes either back whenever he likes, and reads what the captain is about with it.
He may ask his captain at any time what he would do (*Ask your captain*, key A): the plan in sentences, and in volley and orders up to three others with how often each won when it was played out, by what he sees alone.
The computer plays as Recruit, Captain or Marshal.
A marshal plays plans out to the end before he chooses one, by what his side sees: as a battle is large and long, fewer of them (600 or so each time in the small ones, 37 as Poserna in August begins), and never by a clock, so that the same game has the same marshal on every machine.
It takes him on one core of the machine these pages were made on 0.2 to 1 s on average in the battles of volley and at Baumersdorf, 0.9 to 2.2 s in the others, and 3.6 s at the longest (`cargo bench --package study --bench battles -- marshal`).
Your move is written down and shown before he thinks, others play meanwhile, and you may take back or concede; he plays people, and against another computer in `match`.
A lost battle may be conceded (*Your seat*): it is over as it stands, and the other side has won.
What the computer says of its plan is secret until the battle is over; then report and replay have it, turn by turn.
A finished battle has a report to print and a replay with a link for each step; a record, from here or from `play --record`, is opened on the start page.
The page was tried in Chromium 150 and 156. Chromium keeps a part of a page that it could not fetch as failed until the page is loaded again; ours then asks for it under another address.
Programs play through the same API; `/api/openapi.json` describes it.
With `--db postgres://USER@HOST:PORT/NAME` the games are kept in a Postgres instead; give the password by `PGPASSWORD` or `~/.pgpass`, or within the URL.
The connection to it is not encrypted: keep it on one machine or in one network.
Behind a proxy say `--behind-proxy`, so that callers are told apart by the last address in its `X-Forwarded-For`; without a proxy do not, for any caller could write such a line.
For a club on a server of its own, with TLS, backups and upgrades, see [hosting.md](hosting.md).

```console
$ grognard serve --port 1815 --db grognard.sqlite
Open http://127.0.0.1:1815/
```

| option | what it is for |
|---|---|
| `--port 0` | any free port; 1815 without it |
| `--listen 0.0.0.0` | the address to listen on; without it only this machine gets in |
| `--open-links-on HOST` | listens on all addresses unless `--listen` says otherwise, and prints links with this name |
| `--base-path /grognard` | the page lies under this path of a proxy's site |
| `--hosts battle.example.org` | the names the server goes by; by itself one that only this machine reaches goes by `localhost` |
| `--metrics` | shows the counters at `/metrics` |
| `--strangers-cpu 50`, `--quota 2GiB`, `--forget-games 365` and others | what callers may cost and how long games are kept: [hosting.md](hosting.md#what-callers-may-cost) |
| `--log warn` | how much the log on standard error tells: `error`, `warn`, `info` (the default) or `debug` |

The file of games is made for its owner alone; one that others can read is left as it is, and the log says so.
A second server at the same file, or at the same Postgres, is turned away.

## backup

A whole copy of the games, from one moment, while they are being served: it holds every move confirmed before.
The copy gets its name when it is on the disk, was opened and was found sound; nothing is overwritten.
A Postgres has `pg_dump` for this.

```console
$ grognard backup sunday.sqlite --db grognard.sqlite
sunday.sqlite: 3 games, 102400 bytes; opened and found sound
```

## health

`well` and exit code 0, or a sentence and exit code 2; for timers, containers and monitors.

```console
$ grognard health http://127.0.0.1:1815/
well
```

## The orders game

Every command takes its battles, records and sheet as it takes those of `volley`; a battle file says its game.

{run("grognard play baumersdorf --seed 3",part=(0,24))}
A shot with the morale checks it gives, and a whole charge from the hasty square through the fire it meets to the third round of melee, have exact odds.

{run("grognard resolve orders shot troop=veteran arm=infantry formation=line range=1 target-troop=seasoned target-formation=column --odds",16)}
{run("grognard resolve orders charge charger-troop=elite charger-arm=heavy-cavalry target-troop=seasoned target-formation=line tries-square=yes target-fires=yes --odds",16)}
## completions

```console
$ grognard completions bash > ~/.local/share/bash-completion/completions/grognard
```
'''
open(os.path.join(ROOT, 'docs/manual.md'), 'w').write(md)
