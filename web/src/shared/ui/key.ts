/** What browsers say of a key that an input method uses, of any key. */
const COMPOSING_KEY_CODE = 229;

type KeyEvent = { key: string; keyCode: number; isComposing?: boolean; nativeEvent?: { isComposing: boolean } };

/**
 * The key of a keyboard event, or null if an input method uses it: Enter then chooses a word, and Backspace takes back a letter of it.
 * Safari ends the composition before that Enter, which only its `keyCode` tells.
 */
export function keyOf(event: KeyEvent): string | null {
  const isComposing = event.isComposing ?? event.nativeEvent?.isComposing ?? false;
  return isComposing || event.keyCode === COMPOSING_KEY_CODE ? null : event.key;
}
