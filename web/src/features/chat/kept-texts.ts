/** What stands in the field of each room, so that it is there when the user comes back. Gone with the page. */
const texts = new Map<string, string>();

export const keptText = (roomId: string): string => texts.get(roomId) ?? '';

export function keepText(roomId: string, content: string): void {
  if (content === '') texts.delete(roomId);
  else texts.set(roomId, content);
}
