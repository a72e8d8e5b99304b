// Seats, friends, and a battle that goes on under other rules.

export const seats = {
  title: 'Your seat',
  invited: (side: string) => `You are invited to lead the ${side}. Until you take the seat you only watch.`,
  take: (nation: string) => `Take the ${nation} seat`,
  diceWait: 'The dice fall when your friend has sat down.',
  diceWaitAll: 'The dice fall when everybody has sat down.',
  nobody: (side: string) => `Nobody leads the ${side}: invite somebody.`,
  invite: 'Invitation',
  invitation: (side: string) => `Invitation to lead the ${side}`,
  hint: 'Send it to one person: the first who opens it and takes the seat has it, with a secret link of his own.',
  elsewhere: (side: string) => `An invitation to lead the ${side} is out. It was made elsewhere: a new one takes its place.`,
  fresh: 'New invitation',
  withdraw: 'Withdraw the invitation',
  own: (side: string) => `Your own link to the ${side}`,
  ownHint: 'For your other devices. Whoever has it plays your side: send it to nobody.',
  passOn: 'Pass the seat on',
  passOnHint: 'Makes an invitation. The seat stays yours until somebody takes it; then you watch.',
  leave: 'Give the seat up',
  leaveHint: 'You watch from then on. Whoever plays the other side can invite somebody.',
  leaveSure: 'Give it up for good',
  renew: 'New secret link',
  renewHint: 'If your link has got into wrong hands: the old one then opens nothing.',
  renewed: 'Your link is new; the old one opens nothing.',
  left: 'You watch now.',
};

export const goingOn = {
  agree: 'Go on from here under today’s rules',
  waits: 'You want to go on. The battle does once the other side agrees.',
  here: 'The battle goes on here ▸',
  earlier: 'This battle has gone on from an earlier game: read what happened before.',
};

export const friends = {
  share: 'Send…',
  qr: 'Show as a code to scan',
  hideQr: 'Hide the code',
  qrLabel: (what: string) => `Code to scan: ${what}`,
  hereShort: '(is here)',
  local: 'This address begins with a name of this very machine: it opens nothing on another. Start the server with an address your friend can reach, and open the page by that.',
  notify: 'Tell me when it is my move',
  notified: 'You will be told when it is your move.',
  denied: 'This browser tells nothing: allow notifications for this page first.',
  yourMove: '● Your move',
  rematch: 'Fight it again',
  swap: 'Swap sides',
  invite: 'Invite your friend',
  shareText: (title: string) => `Come and fight ${title} with me`,
};
