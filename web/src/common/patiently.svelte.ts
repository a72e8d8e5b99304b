// Parts of the page that are fetched when they are wanted.
//
// A browser may keep a module that could not be fetched as failed for as long as the page is open (Chromium does), so asking
// for the same address again is in vain. After a failure a part is therefore asked for under another address, which the
// build's list of parts gives. That is safe because of how the page is built (vite.config.ts): a part is one file with its
// styles in it, and imports nothing but what came with the page, so nothing it needs can have failed or come a second time.

const AGAIN = 1000;
const SELDOM = 10_000;
const TRIES = 10;
/** Written by the build beside `index.html`: each source file with the file that was made of it. */
const LIST = 'parts.json';

/** How many parts have been asked for in vain for a while. */
export const missing = $state({ parts: 0 });

type Built = { file: string };

/** A part under an address that no failure is kept of. */
async function anew(name: string, tries: number): Promise<unknown> {
  const reply = await fetch(new URL(LIST, document.baseURI), { cache: 'no-cache' });
  const list: Partial<Record<string, Built>> = await reply.json();
  // A server that has been given a newer page since has no part that fits this one: it would bring a second page along.
  const here = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  const at = (file?: string) => (file === undefined ? undefined : new URL(file, document.baseURI).href);
  const part = at(list[`src/${name}.svelte`]?.file);
  if (part === undefined || at(list['index.html']?.file) !== here) throw new Error(`${name} is not a part of this page`);
  return import(/* @vite-ignore */ `${part}?again=${tries}`);
}

/** A part, fetched until it comes. Of one that lets wait for itself the page says so. */
async function patiently<Part>(name: string, first: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ; tries++) {
    try {
      const part = tries === 1 || import.meta.env.DEV ? await first() : ((await anew(name, tries)) as Part);
      if (tries > TRIES) missing.parts--;
      return part;
    } catch {
      if (tries === TRIES) missing.parts++;
      await new Promise((later) => setTimeout(later, tries < TRIES ? AGAIN : SELDOM));
    }
  }
}

/**
 * A part by the name of its file under `src`, and how it is asked for at first. However many places show it, it is fetched
 * once: under two addresses it would be there twice.
 */
export function part<Part>(name: string, first: () => Promise<Part>): () => Promise<Part> {
  let fetched: Promise<Part> | undefined;
  return () => (fetched ??= patiently(name, first));
}
