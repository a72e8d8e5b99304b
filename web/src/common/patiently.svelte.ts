// Parts of the page that are fetched when they are wanted.

const AGAIN = 1000;
const TRIES = 10;

/** Whether a part did not come, however often it was asked for. Some browsers remember a part that failed until the page is loaded again. */
export const missing = $state({ part: false });

/** A part, fetched again while there is no connection. One that does not come never does; the page says so. */
export async function patiently<Part>(fetched: () => Promise<Part>): Promise<Part> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries) await new Promise((later) => setTimeout(later, AGAIN));
    try {
      const part = await fetched();
      missing.part = false;
      return part;
    } catch {
      // The next try is as good as the last.
    }
  }
  missing.part = true;
  return new Promise(() => {});
}
