import { knownUser } from './known-user.ts';

const KEY = 'meadow-wipe';

/** Notes the databases that a sign-out deletes, until they are gone. */
export function noteWipe(names: readonly string[]): void {
  localStorage.setItem(KEY, JSON.stringify(names));
}

export function noteWiped(): void {
  localStorage.removeItem(KEY);
}

/** Deletes what an earlier sign-out could not: another tab held a database, or the browser was too busy. Nothing of the user who is known now. */
export async function finishWipe(): Promise<void> {
  const noted = localStorage.getItem(KEY);
  if (noted === null) return;
  const userId = knownUser();
  const names = (JSON.parse(noted) as string[]).filter((name) => userId === null || !name.endsWith(userId));
  await Promise.all(names.map(deleteDatabase));
  noteWiped();
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase(name);
    deletion.onsuccess = () => resolve();
    deletion.onerror = () => reject(deletion.error);
  });
}
