// Parts of the page that are fetched when they are wanted.

const AGAIN = 1000;

/** A part, fetched again and again while there is no connection. */
export async function patiently<Part>(fetched: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await fetched();
    } catch {
      await new Promise((later) => setTimeout(later, AGAIN));
    }
  }
}
