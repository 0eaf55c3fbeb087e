import type { Person } from '../start-test-app.ts';
import type { RecordKind } from './record-kinds.ts';

/** The ids in the path of a record: those of its parents, then its own. */
export type Address = readonly string[];

export type Records = {
  /** Adds a record. `within` are the ids of its parents. */
  add(kind: RecordKind, owner: Person | null, id: string, within?: Address): void;
  /** Removes a record and its children, or only those of `owner`. */
  forget(address: Address, owner?: Person): void;
  /** Returns one of the caller's records, or of all. Returns an unknown id if there is none. */
  pick(kind: RecordKind, caller: Person | null, number: number, whose: 'own' | 'all'): Address;
};

/** The owner of records that were created without a token. */
const ANONYMOUS = 'anonymous';
const UNKNOWN_ID = '12345678-1234-4123-8123-123456789abc';
const REMEMBERED = 300;

/** Creates the list of existing records, whose ids the generated requests use. The oldest ones are removed. */
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
      // The newest records have most probably not been deleted.
      return list.at(-1 - (number % Math.min(Math.max(list.length, 1), 30))) ?? [UNKNOWN_ID];
    },
  };
}
