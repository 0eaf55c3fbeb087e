/** Replaces the selection so that undo knows of it. */
export function replaceSelection(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  // Deprecated, but the one way to write into a field that keeps its undo history.
  if (document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
