import type { Person } from '../start-test-app.ts';

/** What an id in a request can stand for. */
export type RecordKind = 'entry' | 'notebook' | 'team' | 'org' | 'person' | 'notification';

export type Records = {
  add(kind: RecordKind, owner: Person | null, id: string): void;
  /** One of the caller's own records, or of anybody's; an id that nobody has where there is none. */
  pick(kind: RecordKind, caller: Person | null, number: number, whose: 'own' | 'anybody'): string;
};

const NOBODYS = '12345678-1234-4123-8123-123456789abc';
const REMEMBERED = 300;

/** The records that exist while requests are generated, so that requests are about something. The oldest are forgotten. */
export function createRecords(): Records {
  const ids = new Map<string, string[]>();
  const listOf = (kind: RecordKind, owner: string) => {
    const list = ids.get(`${kind} ${owner}`) ?? [];
    ids.set(`${kind} ${owner}`, list);
    return list;
  };
  return {
    add: (kind, owner, id) => {
      for (const list of [listOf(kind, 'anybody'), listOf(kind, owner?.id ?? 'nobody')]) {
        list.push(id);
        if (list.length > REMEMBERED) list.shift();
      }
    },
    pick: (kind, caller, number, whose) => {
      const list = listOf(kind, whose === 'own' ? (caller?.id ?? 'nobody') : 'anybody');
      // The newest are the likeliest not to have been deleted.
      return list.at(-1 - (number % Math.min(Math.max(list.length, 1), 30))) ?? NOBODYS;
    },
  };
}
