// A record as a file.

import { api } from '../api';

/** Fetches a game's record and hands it to the browser as a file of this name. */
export async function saveRecord(id: string, token: string, battle: string): Promise<void> {
  const record = await api.record(id, token);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([record], { type: 'application/jsonl' }));
  link.download = `${battle}-${id.slice(0, 8)}.jsonl`;
  link.click();
  URL.revokeObjectURL(link.href);
}
