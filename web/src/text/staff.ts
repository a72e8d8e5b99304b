// What a player gives out of hand: commands the captain leads, answers given beforehand.

/** Our own captain is asked what he would do. */
export const ask = {
  title: 'Ask your captain',
  hint: 'What would your captain do? (key A)',
  thinks: 'He looks at the table and thinks…',
  own: 'I would do this:',
  other: (n: number) => (n === 1 ? 'Or this, the best of the others:' : 'Or this:'),
  chance: (in100: number) => `wins ${in100} in 100`,
  played: (battles: number) => `Each plan was played out ${battles} times by captains on both sides, by what you see alone: that is how often it won. So few battles tell a good plan from a bad one and no more. Your captain goes by rules of thumb: where another plan won clearly more often, it may be the better one.`,
  sees: 'By what you see alone. Nothing of it reaches the other side.',
};

/** A lost battle is given up. */
export const concede = {
  title: 'Concede the battle',
  hint: 'The battle is over as it stands, and the other side has won.',
  sure: 'Yes, concede it',
  sureHint: (other: string) => `The ${other} win at once, and it cannot be taken back. Press again if you mean it.`,
};

/** What the computer was about, told once the battle is over. */
export const plans = {
  title: 'What the computer was about',
  since: (turn: number) => `since turn ${turn}`,
  expected: (in100: number) => `expected to win ${in100} in 100`,
};

export const staff = {
  title: 'Your staff',
  count: (count: number) => `The captain leads ${count}`,
  about: 'The captain is the computer on your side. What he leads he answers for at once, and when you end your own orders he adds his. He sees what you see. Take it back whenever you like.',
  handOver: (command: string) => `Let the captain lead ${command}`,
  takeBack: (command: string) => `Take ${command} back`,
  handHint: 'The captain is the computer on your side: he answers for it, and gives it orders when you have ended your own (key C)',
  ledHint: 'The captain leads it: take it back (key C)',
  asHeThinks: 'He leads it as he thinks best.',
  captain: 'Captain',
  led: 'Take back',
  isLed: 'Led by the captain',
  then: 'then the captain’s orders',
  all: 'The captain leads all your commands: he gives their orders when you end the phase. Take one back whenever you like.',
  instructions: 'Answered without asking',
  instructionsAbout: 'An answer given beforehand stands until you change it, for everybody or for one command.',
  of: 'For',
  everybody: 'Everybody',
  askMe: 'Ask me',
  fromNowOn: (title: string, command: string | null) => `${title}, from now on${command ? ` in ${command}` : ''}:`,
  by: { captain: 'by the captain', beforehand: 'as you said beforehand' },
};
