/** The folder of uploaded avatars. Everybody who has the address of one may read it. */
export const AVATARS = 'avatars';

/** What an upload is stored under. It says whose it is, and a part of it cannot be guessed. */
export function avatarKey(userId: string, unguessable: string): string {
  return `${AVATARS}/${userId}-${unguessable}.webp`;
}

/** Whether what is stored under this key was uploaded by this person: others may name its address, and do not own it. */
export function isUploadOf(userId: string, key: string): boolean {
  return key.startsWith(`${AVATARS}/${userId}-`);
}
