// The text of each rule, fetched once a sheet.

import { api } from '../api';

class RuleTexts {
  texts = $state.raw<Record<string, string>>({});
  private asked = '';

  async load(sheet: string): Promise<void> {
    if (this.asked === sheet) return;
    this.asked = sheet;
    try {
      this.texts = await api.rules(sheet);
    } catch {
      this.asked = '';
    }
  }
}

export const ruleTexts = new RuleTexts();

/** "volley.p3.move.formation" reads well enough as "p3.move.formation". */
export const shortRule = (id: string): string => id.replace(/^[a-z]+\./, '');
