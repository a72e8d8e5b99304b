// Three ways to do what the page offers: by mouse, by keyboard alone, by touch on a phone.

/** The first choice offered, except where it only begins an order: there, none. */
export const CHOICE =
  ':is([data-ask="adjust"], [data-ask="retire"]) > [data-choice="no"], ' +
  ':not([data-ask="adjust"], [data-ask="retire"]) > [data-choice]:not(:disabled)';

/** Tabs until the focus is on what is looked for. */
async function tabTo(page, selector, most = 400) {
  for (let n = 0; n < most; n++) {
    const way = await page.evaluate((wanted) => {
      const now = document.activeElement;
      if (now?.matches(wanted)) return null;
      const target = document.querySelector(wanted);
      const before = target && now && now.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING;
      return before ? 'Shift+Tab' : 'Tab';
    }, selector);
    if (way === null) return;
    await page.keyboard.press(way);
  }
  throw new Error(`${selector} cannot be reached by Tab`);
}

async function enter(page, selector) {
  await tabTo(page, selector);
  await page.keyboard.press('Enter');
}

/** Where a unit lies on the screen. */
const boxOf = (page, unit) => page.locator(`[data-unit="${unit}"] .turned`).boundingBox();

/** Whether a unit looks down the screen. */
const looksDown = (page, unit) =>
  page.locator(`[data-unit="${unit}"] .turned`).evaluate((mark) => Math.cos((Number.parseFloat(mark.style.transform.slice('rotate('.length)) * Math.PI) / 180) < 0);

/** A point `far` pixels before a unit, or as much of that as still lies on the table: no bar or button is hit. */
async function before(page, unit, far) {
  const box = await boxOf(page, unit);
  const down = await looksDown(page, unit);
  const across = box.x + box.width / 2;
  const spots = [far, far / 2, far / 4].map((by) => [across, down ? box.y + box.height + by : box.y - by]);
  const free = await page.evaluate((all) => all.findIndex(([x, y]) => document.elementFromPoint(x, y)?.closest('.stage svg')), spots);
  return spots[Math.max(0, free)];
}

/** A spot on the table, in shares of its width and height. */
async function spot(page, [across, down]) {
  const table = await page.locator('.stage').boundingBox();
  const bar = await page.locator('.action').boundingBox();
  const top = Math.max(table.y, bar.y + bar.height);
  return [table.x + table.width * across, top + (table.y + table.height - top) * down];
}

/** A point off the ghost's middle, to which the ghost is sent. */
const beside = (ghost, [across, down]) => [ghost.x + ghost.width / 2 + across, ghost.y + ghost.height / 2 + down];

async function keys(page, pressed) {
  for (const key of pressed) await page.keyboard.press(key);
}

export const mouse = {
  press: (page, selector, patience) => page.locator(selector).first().click(patience),
  pick: (page, unit) => page.locator(`[data-unit="${unit}"]`).dispatchEvent('click'),
  place: async (page, unit) => page.mouse.click(...(await before(page, unit, 45))),
  point: async (page, shares) => page.mouse.click(...(await spot(page, shares))),
  move: (page, ghost, { by }) => page.mouse.click(...beside(ghost, by)),
  confirm: (page) => page.locator('[data-confirm]').click(),
  dismiss: (page) => page.keyboard.press('Escape'),
};

export const keyboard = {
  press: enter,
  pick: (page, unit) => enter(page, `[data-unit="${unit}"]`),
  place: (page) => keys(page, ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight']),
  point: (page) => keys(page, ['ArrowUp', 'ArrowUp', 'ArrowRight']),
  move: (page, _, { arrows }) => keys(page, arrows),
  confirm: (page) => page.keyboard.press('Enter'),
  dismiss: (page) => page.keyboard.press('Escape'),
};

export const touch = {
  press: (page, selector, patience) => page.locator(selector).first().tap(patience),
  pick: (page, unit) => page.locator(`[data-unit="${unit}"] .turned`).tap({ force: true }),
  place: async (page, unit) => page.touchscreen.tap(...(await before(page, unit, 24))),
  point: async (page, shares) => page.touchscreen.tap(...(await spot(page, shares))),
  move: (page, ghost, { by: [across, down] }) => page.touchscreen.tap(...beside(ghost, [across / 2, down / 2])),
  confirm: (page) => page.locator('[data-confirm]').tap(),
  dismiss: (page) => page.locator('[data-cancel]').tap(),
};

/** What a phone is. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** All three, each with what its page is opened with. */
export const HANDS = [
  [mouse, {}],
  [keyboard, {}],
  [touch, PHONE],
];

export const box = (page, selector) => page.locator(selector).first().boundingBox();

/** What is drafted may be confirmed. */
export const good = (page) => page.waitForSelector('[data-verdict="good"]');

/** Begins a unit's entry from the edge, and sends its ghost another way where one is given: gives both places of the ghost. */
export async function drafted(page, hand, unit, way) {
  await hand.press(page, `[data-choice="e${unit}"]`);
  await good(page);
  const ghost = await box(page, '[data-ghost]');
  if (!way) return [ghost, ghost];
  await hand.move(page, ghost, way);
  // It may follow late where the machine is busy.
  let moved = ghost;
  for (let n = 0; n < 40 && moved.x === ghost.x && moved.y === ghost.y; n++) {
    await page.waitForTimeout(250);
    moved = await box(page, '[data-ghost]');
  }
  await good(page);
  return [ghost, await box(page, '[data-ghost]')];
}
