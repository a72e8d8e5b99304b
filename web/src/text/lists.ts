// Several as people list them: "A", "A and B", "A, B and C".

export const listed = (words: string[], by = 'and'): string => (words.length > 1 ? `${words.slice(0, -1).join(', ')} ${by} ${words.at(-1)}` : (words[0] ?? ''));

/** The first few by name, and how many more. */
export const few = (words: string[], most = 3): string => (words.length > most ? `${words.slice(0, most).join(', ')} and ${words.length - most} more` : listed(words));
