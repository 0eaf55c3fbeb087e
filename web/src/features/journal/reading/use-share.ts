import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Entry } from '../entry.ts';

const SHOWN_FOR_MS = 4_000;

/** Hands the link of an entry to the share sheet of the device, or copies it. Only those who can see the entry can open it. */
export function useShare() {
  const t = useTranslations('journal');
  const [message, setMessage] = useState('');
  const say = (text: string) => {
    setMessage(text);
    setTimeout(() => setMessage(''), SHOWN_FOR_MS);
  };

  async function copy(entry: Pick<Entry, 'id'>): Promise<void> {
    say(t((await copyText(urlOf(entry))) ? 'linkCopied' : 'linkNotCopied'));
  }

  async function share(entry: Pick<Entry, 'id' | 'title'>): Promise<void> {
    if (!('share' in navigator)) return copy(entry);
    try {
      await navigator.share({ title: entry.title, url: urlOf(entry) });
    } catch {
      // The person closed the sheet.
    }
  }

  return { share, copy, message };
}

function urlOf({ id }: Pick<Entry, 'id'>): string {
  return new URL(`/journal/${id}`, window.location.origin).href;
}

/** Pages over plain http have no clipboard, but can copy a selection. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    return isCopied;
  }
}
