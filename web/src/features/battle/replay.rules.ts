/** A replay: how many rounds are shown, and whether it goes on to the next one. */
export type Replay = { shown: number; isPlaying: boolean };

export type ReplayAct = { do: 'play' | 'pause' | 'tick' } | { do: 'show'; shown: number };

/** How long a round stands before the next one. */
export const ROUND_MS = 1_200;

/** The replay after an act, of a battle with `rounds` rounds. After the last round it stops; to play it then begins anew. */
export function replayAfter({ shown, isPlaying }: Replay, act: ReplayAct, rounds: number): Replay {
  switch (act.do) {
    case 'play':
      return { shown: shown >= rounds ? 0 : shown, isPlaying: rounds > 0 };
    case 'pause':
      return { shown, isPlaying: false };
    case 'show':
      return { shown: Math.min(rounds, Math.max(0, act.shown)), isPlaying: false };
    case 'tick': {
      const next = Math.min(rounds, shown + 1);
      return { shown: next, isPlaying: isPlaying && next < rounds };
    }
  }
}
