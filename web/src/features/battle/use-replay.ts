import { useEffect, useReducer } from 'react';
import { type Replay, type ReplayAct, ROUND_MS, replayAfter } from './replay.rules.ts';

/** Plays the rounds of a battle, one after the other. */
export function useReplay(rounds: number): [Replay, (act: ReplayAct) => void] {
  const [replay, act] = useReducer((before: Replay, next: ReplayAct) => replayAfter(before, next, rounds), {
    shown: 0,
    isPlaying: true,
  });
  const { shown, isPlaying } = replay;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each shown round has its own time
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => act({ do: 'tick' }), ROUND_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, shown]);
  return [replay, act];
}
