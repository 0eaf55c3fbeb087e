import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { hasPlace } from '../../app/places.ts';
import { meQuery } from '../../app/session/queries.ts';
import { useCalendarDate } from '../../shared/days/use-calendar-date.ts';
import type { Notification } from './api/notification.ts';
import { isKnownKind } from './kinds.ts';
import { membershipOf } from './target.rules.ts';

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Title and text in the language of the user. A kind that this client does not know has those of the server. */
export function useNotificationText(): (notification: Notification) => { title: string; text: string } {
  const t = useTranslations('inbox');
  const date = useCalendarDate();
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  return ({ kind, title, body, data, target, actor }) => {
    if (!isKnownKind(kind)) return { title, text: body };
    const values = {
      ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, argumentOf(value)])),
      day: CALENDAR_DATE.test(String(data.date))
        ? date(String(data.date), { weekday: 'long', day: 'numeric', month: 'long' })
        : '',
      actor: actor?.full_name || t('someone'),
      ai: String(actor?.is_ai ?? false),
      membership: me === undefined ? 'none' : membershipOf(target, me),
      checkIn: String(hasPlace('checkIn')),
    };
    return { title: t(`kinds.${kind}.title`, values), text: t(`kinds.${kind}.text`, values) };
  };
}

const argumentOf = (value: string | number | boolean | null) => (typeof value === 'number' ? value : String(value));
