import { useCallback, useEffect, useRef, useState } from 'react';

const PAUSE_MS = 300;

/** `full` if the storage of this device takes no more. */
export type SaveState = 'saved' | 'changed' | 'full';

/** Calls `save` when changes pause, and at once when the page is left: the last chance of a phone. */
export function useAutosave(save: () => Promise<void>): {
  state: SaveState;
  onChange: () => void;
  /** Resolves with false if the storage of this device takes no more. */
  flush: () => Promise<boolean>;
  /** Saves no more: the draft is sent or thrown away. */
  stop: () => void;
  /** Saves again: the draft could not be handed over, as the storage takes no more. */
  resume: () => void;
} {
  const [state, setState] = useState<SaveState>('saved');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isChanged = useRef(false);
  const isStopped = useRef(false);
  const latest = useRef(save);
  latest.current = save;

  const flush = useCallback(async () => {
    clearTimeout(timer.current);
    if (!isChanged.current || isStopped.current) return true;
    isChanged.current = false;
    try {
      await latest.current();
      if (!isChanged.current) setState('saved');
      return true;
    } catch {
      isChanged.current = true;
      setState('full');
      return false;
    }
  }, []);

  const onChange = useCallback(() => {
    isChanged.current = true;
    setState('changed');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), PAUSE_MS);
  }, [flush]);

  const stop = useCallback(() => {
    isStopped.current = true;
    clearTimeout(timer.current);
  }, []);

  const resume = useCallback(() => {
    isStopped.current = false;
    isChanged.current = true;
    setState('full');
  }, []);

  useEffect(() => {
    const leave = () => void flush();
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
      leave();
    };
  }, [flush]);

  return { state, onChange, flush, stop, resume };
}
