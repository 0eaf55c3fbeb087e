import { expect, test } from 'vitest';
import { type Replay, type ReplayAct, replayAfter } from './replay.rules.ts';

test.each([
  [{ shown: 0, isPlaying: false }, { do: 'play' }, { shown: 0, isPlaying: true }],
  [{ shown: 5, isPlaying: false }, { do: 'play' }, { shown: 0, isPlaying: true }],
  [{ shown: 2, isPlaying: true }, { do: 'pause' }, { shown: 2, isPlaying: false }],
  [{ shown: 2, isPlaying: true }, { do: 'tick' }, { shown: 3, isPlaying: true }],
  [{ shown: 4, isPlaying: true }, { do: 'tick' }, { shown: 5, isPlaying: false }],
  [{ shown: 5, isPlaying: false }, { do: 'tick' }, { shown: 5, isPlaying: false }],
  [
    { shown: 2, isPlaying: true },
    { do: 'show', shown: 4 },
    { shown: 4, isPlaying: false },
  ],
  [
    { shown: 2, isPlaying: true },
    { do: 'show', shown: 9 },
    { shown: 5, isPlaying: false },
  ],
  [
    { shown: 2, isPlaying: true },
    { do: 'show', shown: -1 },
    { shown: 0, isPlaying: false },
  ],
] as [Replay, ReplayAct, Replay][])('%o after %o is %o', (replay, act, after) => {
  expect(replayAfter(replay, act, 5)).toEqual(after);
});
