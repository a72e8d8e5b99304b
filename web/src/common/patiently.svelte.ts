// Parts of the page that are fetched when they are wanted.

const AGAIN = 1000;
const SELDOM = 10_000;
const TRIES = 10;

/** How many parts have been asked for in vain for a while. Some browsers remember a part that failed until the page is loaded again. */
export const missing = $state({ parts: 0 });

/** A part, fetched again until it comes. Of one that lets wait for itself the page says so. */
export async function patiently<Part>(fetched: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ; tries++) {
    try {
      const part = await fetched();
      if (tries > TRIES) missing.parts--;
      return part;
    } catch {
      if (tries === TRIES) missing.parts++;
      await new Promise((later) => setTimeout(later, tries < TRIES ? AGAIN : SELDOM));
    }
  }
}
