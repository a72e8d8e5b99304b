// House rules that were opened here before, kept in local storage.

export type KnownHouse = { sheet: string; name: string; text: string };
const KEY = 'grognard.houses';
const MOST = 8;

export function houses(): KnownHouse[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
function write(all: KnownHouse[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing opens the file again.
  }
}
/** The same name on the same sheet is the newer version of it. */
export const keepHouse = (house: KnownHouse): void =>
  write([house, ...houses().filter((one) => one.name !== house.name || one.sheet !== house.sheet)].slice(0, MOST));
export const forgetHouse = (text: string): void => write(houses().filter((one) => one.text !== text));
