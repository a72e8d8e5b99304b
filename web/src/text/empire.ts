// Words of the game by the hour that nobody knows from another: what generals try, and what its names mean.

export const commands = {
  title: 'What your generals may try',
  about: 'Each try is two ten-sided dice against a number that grows with every further try of the same leader.',
  rules: ['empire.ca.corps-me', 'empire.ca.brigade', 'empire.house.command.effects'],
  forUnit: (name: string) => `For ${name}`,
  forAll: 'For all he leads',
  /** An action: its name, and what it does. */
  kinds: {
    'gain-impetus': ['Gain impetus', 'for this hour its charges are not given up under fire, and a second impulse comes more easily'],
    'snap-rally': ['Snap rally', 'a unit near him is in good morale again at once'],
    resupply: ['Bring ammunition', 'one step more of it for the unit'],
    'follow-me': ['Follow me', 'he leads the unit he is with, so that its charge is carried on'],
    skirmishers: ['Skirmishers', 'it goes into open order, or back, and still has its action'],
    'direct-maneuver': ['Direct maneuver', 'it marches or changes formation now, and still has its action'],
    move8: ['Ride', 'he rides up to 8″, and may join or leave a unit'],
    subordinate: ['Send a subordinate', 'a brigade commander or ADC rides 24″ and joins a unit'],
    'reserve-battery': ['Reserve battery', 'it is set up near the division, or goes back'],
    'sub-me': ['Commit the reserve', 'units held back come out and act'],
    'regimental-guns': ['Regimental guns', 'the light guns of the battalions become a battery'],
    remount: ['Remount', 'dismounted dragoons mount'],
    face45: ['Turn', 'it turns by 45°'],
    'pull-back': ['Pull back', 'it goes back half a move'],
    'bridge-assault': ['Storming party', 'until the impulse ends the foot storms: under fire, a charge of it on a structure, works or a bridge is carried on more easily'],
    sappers: ['Sappers', 'until the impulse ends sappers go with the foot: its charge on a structure or works is stronger'],
    'battle-groups': ['Battle groups', 'two or three regiments of horse that stand near each other charge together'],
    'support-charge': ['Support charge', 'its cavalry charges up to 8″'],
  } as Record<string, [name: string, means: string]>,
};

export const glossary = {
  title: 'Words of this game',
  open: 'What the words of this game mean',
  empire: [
    ['ME', 'maneuver element: a division, which is led, tested and moved as one'],
    ['Impulse', 'an ME’s time to act in the hour: first all marches and changes of formation, then all fire, then the charges'],
    ['Initiative', 'whoever has it plays all his impulses first; while one side acts the other only answers'],
    ['Commander action', 'CA: something a general tries with two ten-sided dice'],
    ['Impetus', 'an ME that presses on: got by a commander action or by a close action won, lost when it is shaken'],
    ['Engaged', 'an ME with an enemy in range'],
    ['Spent', 'an ME that is broken, gone, or has half or more of its units lost or in bad morale; an army with half of its MEs spent has lost'],
    ['Depleted', 'low on ammunition (A): its fire is worse; a second time it is exhausted (X)'],
    ['Bad morale', 'B: it faces away, neither fires, charges nor holds ground, and goes to the rear until it is rallied'],
    ['Firefight', 'F: two bodies of foot fire at each other until one gives way'],
  ] as [string, string][],
};
