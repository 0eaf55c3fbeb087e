import type { Cut } from './fault-proxy.ts';

/**
 * Returns the cut points of a run. The node is cut off before the first step, in the middle, after the last one, and after a request to a
 * provider, if there is one. A connection is cut off twice. With `atEvery`, both are cut off at each step.
 */
export function chosenCuts(steps: readonly string[], atEvery: boolean): Cut[] {
  if (atEvery) {
    return steps.flatMap((_, at): Cut[] => [
      { at, do: 'cut', victim: 'node', moment: 'after' },
      { at, do: 'cut', victim: 'connection', moment: 'before' },
      { at, do: 'cut', victim: 'connection', moment: 'after' },
    ]);
  }
  const last = steps.length - 1;
  const part = (share: number) => Math.round(last * share);
  const requests = steps.flatMap((step, at) => (isRequest(step) ? at : []));
  const request = requests[Math.floor(requests.length / 2)];
  const cuts: Cut[] = [
    { at: 0, do: 'cut', victim: 'node', moment: 'before' },
    { at: part(1 / 2), do: 'cut', victim: 'node', moment: 'after' },
    { at: last, do: 'cut', victim: 'node', moment: 'after' },
    { at: part(1 / 3), do: 'cut', victim: 'connection', moment: 'after' },
    { at: part(2 / 3), do: 'cut', victim: 'connection', moment: 'before' },
  ];
  if (request === undefined) return cuts;
  return [
    ...cuts,
    { at: request, do: 'cut', victim: 'node', moment: 'after' },
    { at: request, do: 'cut', victim: 'connection', moment: 'before' },
  ];
}

/** Returns whether a step is a request to a provider. The others are statements. */
export function isRequest(step: string): boolean {
  return /^(GET|POST) \//.test(step);
}
