// What a player gives out of hand: commands the captain leads, answers given beforehand.

export const staff = {
  title: 'Your staff',
  count: (count: number) => `The captain leads ${count}`,
  about: 'The captain is the computer on your side. What he leads he answers for at once, and when you end your own orders he adds his. He sees what you see. Take it back whenever you like.',
  handOver: (command: string) => `Let the captain lead ${command}`,
  takeBack: (command: string) => `Take ${command} back`,
  handHint: 'The captain is the computer on your side: he answers for it, and gives it orders when you have ended your own (key C)',
  ledHint: 'The captain leads it: take it back (key C)',
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
