// The text of each rule, fetched once a sheet.

import { api } from '../api';

class RuleTexts {
  texts = $state.raw<Record<string, string>>({});
  /** Where a rule stands in its sheet. */
  link = $state.raw<((id: string) => string) | null>(null);
  private asked = '';

  /** `at`: the address of the sheet, where a game has its own. */
  async load(sheet: string, at = `#/rules/${sheet}`): Promise<void> {
    this.link = (id) => `${at}/${id}`;
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
