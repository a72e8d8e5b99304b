import { expect, it } from 'vitest';
import { rematch } from './rematch';

it('the same again, or each on the other side', () => {
  expect(rematch({ french: 'you', allied: 'captain' }, 'french', ['french'], false)).toEqual({ french: 'you', allied: 'captain' });
  expect(rematch({ french: 'you', allied: 'captain' }, 'french', ['french'], true)).toEqual({ french: 'captain', allied: 'you' });
  // An invited player is "friend" to the server; to himself he is "you".
  expect(rematch({ french: 'you', allied: 'friend' }, 'allied', ['allied'], false)).toEqual({ french: 'friend', allied: 'you' });
  expect(rematch({ french: 'you', allied: 'friend' }, 'allied', ['allied'], true)).toEqual({ french: 'you', allied: 'friend' });
  expect(rematch({ french: 'you', allied: 'you' }, 'french', ['french', 'allied'], true)).toEqual({ french: 'you', allied: 'you' });
});
