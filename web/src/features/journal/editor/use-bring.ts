import type { RefObject, SyntheticEvent } from 'react';
import { replaceSelection } from '../../../shared/ui/replace-selection.ts';
import { meaningOf } from './paste.rules.ts';

type BringOptions = {
  /** Where text goes that is brought to no field. */
  content: RefObject<HTMLTextAreaElement | null>;
  onPhotos: (files: File[]) => void;
};

/** Takes what is pasted into the editor, or dropped on it: text as text, and pictures as photos. */
export function useBring({ content, onPhotos }: BringOptions) {
  function bring(data: DataTransfer, event: SyntheticEvent, isDrop: boolean): void {
    const text = data.getData('text/plain');
    const html = data.getData('text/html');
    const files = [...data.files];
    const field = isField(event.target) ? event.target : null;
    switch (meaningOf({ text, html, files: files.map(({ name }) => name) })) {
      case 'files':
        event.preventDefault();
        onPhotos(files);
        return;
      case 'text':
        // The field does that itself, at the caret.
        if (field !== null && !(isDrop && files.length > 0)) return;
        if (isOtherControl(event.target)) return;
        event.preventDefault();
        insert(field ?? content.current, text);
        return;
      case 'html':
        event.preventDefault();
        void insertHtml(field ?? content.current, html);
    }
  }

  return {
    onPaste: (event: React.ClipboardEvent) => bring(event.clipboardData, event, false),
    onDrop: (event: React.DragEvent) => bring(event.dataTransfer, event, true),
    // Only then is the drop of files one of this page.
    onDragOver: (event: React.DragEvent) => {
      const { types } = event.dataTransfer;
      if (types.includes('Files') || types.includes('text/html')) event.preventDefault();
    },
  };
}

function insert(field: HTMLTextAreaElement | null, text: string): void {
  if (field !== null) replaceSelection(field, text);
}

async function insertHtml(field: HTMLTextAreaElement | null, html: string): Promise<void> {
  // Without a connection it may not be loaded: then the plain text of the HTML.
  const markdown = await import('./html-to-markdown.ts').then(
    ({ htmlToMarkdown }) => htmlToMarkdown(html),
    () => new DOMParser().parseFromString(html, 'text/html').body.innerText.trim(),
  );
  insert(field, markdown);
}

const isField = (target: EventTarget): target is HTMLTextAreaElement => target instanceof HTMLTextAreaElement;

/** Such as the field of tags, which takes its own text. */
const isOtherControl = (target: EventTarget) =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
