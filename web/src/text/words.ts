// Words of the game and of the page, explained in the help. Fetched with it, not before.

import { Click, click } from './hand';

export const words = {
  title: 'Words',
  rows: [
    ['rule, ruling', 'A rule stands on the game’s sheet. A ruling is what we play where the sheet is silent; a house may play it otherwise.'],
    ['dice sealed', 'The dice of this battle were settled before it began, and nobody knows them. The signs behind the word let you check afterwards that none was changed.'],
    ['Pace', `How what happened is shown: calm, quick, at once, or waiting after each fight. ${Click} it for the next.`],
    ['Several', `${Click} it, then ${click} one unit after another or draw a band round them: they move together.`],
    ['2/54e, 2/87th', 'The second battalion of the 54th, of the 87th regiment. 1er is French for 1st.'],
    ['winning', 'Who would win by the rules if the battle ended now, by the ground held, or in the last turn by the losses.'],
    ['goes well', 'How likely it ends in your favour; undecided is neither for nor against you.'],
  ] as [string, string][],
};
