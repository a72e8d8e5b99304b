// A unit that is destroyed, routed or dispersed while the page follows is named in the caption of that step and has a
// cross on the table, in every game. The game is led on over the wire; the page hears of it and shows it.

import assert from 'node:assert/strict';
import { begin, firing, say } from './api.mjs';
import { openPage } from './player.mjs';

/** Sentences that say that a unit is gone. */
const GONE = /destroyed|rout[s]? off the field|disperse|nobody left|runs? off the table|worn out and leaves?|takes? the guns of/;

/** The pace of a reader, but with a faster clock; everything that is shown is noted. */
function noting() {
  localStorage.setItem('grognard.pace', '400');
  const later = window.setTimeout.bind(window);
  window.setTimeout = (work, ms = 0, ...more) => later(work, ms / 40, ...more);
  window.noted = {};
  new MutationObserver(() => {
    const caption = document.querySelector('[data-caption]');
    if (!caption) return;
    const at = (window.noted[caption.dataset.caption] ??= { captions: new Set(), crosses: new Set() });
    at.captions.add(caption.textContent.trim());
    if (document.querySelector('[data-strike]')?.dataset.strike !== caption.dataset.caption) return;
    for (const cross of document.querySelectorAll('[data-fallen]')) at.crosses.add(Number(cross.dataset.fallen));
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

async function follow(browser, base, battle, seed) {
  const game = await begin(base, { battle, seed });
  const { page, context, errors } = await openPage(browser, `${base}health`);
  await page.addInitScript(noting);
  await page.goto(game.link());
  await page.waitForSelector('[data-prompt]');
  let view = await game.view();
  const from = view.step;
  while (view.asked?.mine) view = await game.answer(view, firing(view.asked));
  await page.waitForSelector('[data-report]');
  const noted = await page.evaluate(() => Object.fromEntries(Object.entries(window.noted).map(([step, { captions, crosses }]) => [step, { captions: [...captions], crosses: [...crosses] }])));
  assert.deepEqual(errors, []);
  await context.close();

  const gone = view.log.filter((line) => line.step > from && GONE.test(say(line.sentence)));
  for (const { step, sentence: parts, units } of gone) {
    const sentence = say(parts);
    const shown = noted[step];
    assert.ok(shown, `${battle}, step ${step} was shown: ${sentence}`);
    assert.ok(shown.captions.some((caption) => caption.includes(sentence)), `${battle}, step ${step}: “${sentence}” is in the caption: ${shown.captions}`);
    assert.ok(shown.crosses.includes(units[0]), `${battle}, step ${step}: a cross for unit ${units[0]}, ${sentence}: ${shown.crosses}`);
  }
  // No unit leaves the table as a casualty without a sentence that this test knows.
  const casualties = view.units.filter((unit) => ['destroyed', 'routed', 'wiped-out', 'lost'].includes(unit.standing)).map((unit) => unit.id);
  for (const unit of casualties) assert.ok(gone.some((line) => line.units[0] === unit), `${battle}: it was told how unit ${unit} went`);
  return gone.length;
}

export default async function ({ browser, base }) {
  const cards = await (await fetch(`${base}api/battles`)).json();
  for (const game of new Set(cards.map((card) => card.game))) {
    const size = ({ units }) => units.french + units.allied;
    const all = cards.filter((card) => card.game === game).toSorted((a, b) => size(a) - size(b));
    // The smallest of each game, and every other that is as quickly fought.
    const battles = all.filter((card, n) => n === 0 || size(card) <= 12);
    let gone = 0;
    // Another day of the same battle where too few have gone in the first.
    for (let seed = 3; gone < 3 && seed < 8; seed++) for (const { id } of battles) gone += await follow(browser, base, id, seed);
    assert.ok(gone >= 3, `${game}: somebody was destroyed, routed or dispersed (${gone})`);
    console.log(`      ${game}: ${gone} units gone, each captioned and marked`);
  }
}
