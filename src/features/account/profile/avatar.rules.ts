/** The public folder of uploaded avatars. */
export const AVATARS = 'avatars';

/** The storage key of an upload. It names the owner and contains a random token. */
export function avatarKey(userId: string, token: string): string {
  return `${AVATARS}/${userId}-${token}.webp`;
}

/** Whether a user uploaded the file with this key. Other users may link to it, but do not own it. */
export function isUploadOf(userId: string, key: string): boolean {
  return key.startsWith(`${AVATARS}/${userId}-`);
}
