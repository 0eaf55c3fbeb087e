import type { Person } from '../start-test-app.ts';
import type { RecordKind } from './record-kinds.ts';

/** The ids that lead to a record in its path: those of what it belongs to, and its own as the last. */
export type Address = readonly string[];

export type Records = {
  /** `within` are the ids before its own in its path, where it has such. */
  add(kind: RecordKind, owner: Person | null, id: string, within?: Address): void;
  /** Leaves out a record that is deleted, and what belongs to it; for `owner` alone, where one is given. */
  forget(address: Address, owner?: Person): void;
  /** One of the caller's own records, or of all; an unknown id if there is none. */
  pick(kind: RecordKind, caller: Person | null, number: number, whose: 'own' | 'all'): Address;
};

/** The owner of what is made without a token. */
const ANONYMOUS = 'anonymous';
const UNKNOWN_ID = '12345678-1234-4123-8123-123456789abc';
const REMEMBERED = 300;

/** The records that exist while requests are generated, so that requests are about something. The oldest are forgotten. */
export function createRecords(): Records {
  const addresses = new Map<string, Address[]>();
  const listOf = (kind: RecordKind, owner: string) => {
    const list = addresses.get(`${kind} ${owner}`) ?? [];
    addresses.set(`${kind} ${owner}`, list);
    return list;
  };
  return {
    add: (kind, owner, id, within = []) => {
      for (const list of [listOf(kind, 'all'), listOf(kind, owner?.id ?? ANONYMOUS)]) {
        list.push([...within, id]);
        if (list.length > REMEMBERED) list.shift();
      }
    },
    forget: (address, owner) => {
      const isLeft = (ids: Address) => address.some((id, index) => id !== ids[index]);
      for (const [key, list] of addresses) {
        if (key.endsWith(owner?.id ?? '')) addresses.set(key, list.filter(isLeft));
      }
    },
    pick: (kind, caller, number, whose) => {
      const list = listOf(kind, whose === 'own' ? (caller?.id ?? ANONYMOUS) : 'all');
      // The newest are the likeliest not to have been deleted.
      return list.at(-1 - (number % Math.min(Math.max(list.length, 1), 30))) ?? [UNKNOWN_ID];
    },
  };
}
