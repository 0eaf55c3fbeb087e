import { useTranslations } from 'use-intl';
import type { Notification } from './api/notification.ts';
import { isKnownKind } from './kinds.ts';

/** Title and text in the language of the user. A kind that this client does not know has those of the server. */
export function useNotificationText(): (notification: Notification) => { title: string; text: string } {
  const t = useTranslations('inbox');
  return ({ kind, title, body, data, actor }) => {
    if (!isKnownKind(kind)) return { title, text: body };
    const values = {
      ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, argumentOf(value)])),
      actor: actor?.full_name || t('someone'),
      ai: String(actor?.is_ai ?? false),
    };
    return { title: t(`kinds.${kind}.title`, values), text: t(`kinds.${kind}.text`, values) };
  };
}

const argumentOf = (value: string | number | boolean | null) => (typeof value === 'number' ? value : String(value));
