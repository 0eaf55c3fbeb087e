import { useFormatter, useTranslations } from 'use-intl';
import { keyOf, knownKind } from './webhook.rules.ts';

/** Returns the name of a kind of event. One that this client does not know has none but its own. */
export function useKindName(): (kind: string) => string {
  const t = useTranslations('webhook.kinds');
  return (kind) => {
    const known = knownKind(kind);
    return known === null ? kind : t(`${keyOf(known)}.name`);
  };
}

/** Returns the names of kinds as a list. */
export function useKindNames(): (kinds: readonly string[]) => string {
  const format = useFormatter();
  const nameOf = useKindName();
  return (kinds) => format.list(kinds.map(nameOf), { type: 'unit' });
}
