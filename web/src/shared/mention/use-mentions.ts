import { useDebouncedValue } from '@mantine/hooks';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { keyOf } from '../ui/key.ts';
import { replaceSelection } from '../ui/replace-selection.ts';
import { type Mentions, mentionBefore } from './mention.rules.ts';

const PAUSE_MS = 150;

type NamedUser = { id: string; full_name: string; avatar_url: string | null };

type MentionOptions<Found, Key extends QueryKey> = {
  field: RefObject<HTMLTextAreaElement | null>;
  /** The users that the text names so far. A chosen one is added. */
  known: RefObject<Mentions>;
  /** The users that typed letters may mean. Null while none are typed. */
  search: (typed: string | null) => UseQueryOptions<Found, Error, readonly NamedUser[], Key>;
  /** The letters that a search needs. */
  minLetters: number;
};

/** The users that the `@name` before the caret may mean, and the choice of one. */
export function useMentions<Found, Key extends QueryKey>(options: MentionOptions<Found, Key>) {
  const { field, known, search, minLetters } = options;
  const [typed, setTyped] = useState<{ start: number; query: string } | null>(null);
  const [active, setActive] = useState(0);
  const [query] = useDebouncedValue(typed?.query ?? null, PAUSE_MS);
  const { data: found = [], isFetching, isError } = useQuery(search(query));
  const isOpen = typed !== null;
  const isEnough = query !== null && query.trim().length >= minLetters;
  const users = isOpen && isEnough ? found : [];

  function choose(index: number): void {
    const user = users[index];
    const { current } = field;
    if (user === undefined || typed === null || current === null) return;
    known.current = new Map([...known.current, [user.full_name, user.id]]);
    current.setSelectionRange(typed.start, current.selectionStart);
    replaceSelection(current, `@${user.full_name} `);
    setTyped(null);
  }

  // The listeners live as long as the field, and see the latest state here.
  const latest = useRef({ users, active, choose, isOpen });
  latest.current = { users, active, choose, isOpen };
  useEffect(() => {
    const { current } = field;
    if (current === null) return;
    const onInput = () => {
      setTyped(mentionBefore(current.value, current.selectionStart));
      setActive(0);
    };
    const onKey = (event: KeyboardEvent) => {
      const { users: shown, active: index, choose: pick, isOpen: isShown } = latest.current;
      const key = keyOf(event);
      if (!isShown || key === null) return;
      if (key === 'Escape') setTyped(null);
      else if (shown.length === 0) return;
      else if (key === 'ArrowDown') setActive((index + 1) % shown.length);
      else if (key === 'ArrowUp') setActive((index + shown.length - 1) % shown.length);
      else if (key === 'Enter' || key === 'Tab') pick(index);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const close = () => setTyped(null);
    current.addEventListener('input', onInput);
    current.addEventListener('keydown', onKey, true);
    current.addEventListener('blur', close);
    return () => {
      current.removeEventListener('input', onInput);
      current.removeEventListener('keydown', onKey, true);
      current.removeEventListener('blur', close);
    };
  }, [field]);

  return { isOpen, users, active, choose, isSearched: isEnough && !isFetching, isError };
}

export type MentionState = ReturnType<typeof useMentions>;
