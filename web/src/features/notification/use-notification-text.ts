import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { hasPlace } from '../../app/places.ts';
import { meQuery } from '../../app/session/queries.ts';
import { useCalendarDate } from '../../shared/days/use-calendar-date.ts';
import type { Notification } from './api/notification.ts';
import { isKnownKind } from './kinds.ts';
import { membershipOf } from './target.rules.ts';
import { textValuesOf } from './text-values.rules.ts';

/** Title and text in the language of the user. A kind that this client does not know has those of the server. */
export function useNotificationText(): (notification: Notification) => { title: string; text: string } {
  const t = useTranslations('notification');
  const date = useCalendarDate();
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  return ({ kind, title, body, data, target, actor }) => {
    if (!isKnownKind(kind)) return { title, text: body };
    const values = textValuesOf(
      { data, actor },
      {
        nameDate: (one) => date(one, { weekday: 'long', day: 'numeric', month: 'long' }),
        someone: t('someone'),
        membership: me === undefined ? 'none' : membershipOf(target, me),
        hasCheckIn: hasPlace('checkIn'),
      },
    );
    return { title: t(`kinds.${kind}.title`, values), text: t(`kinds.${kind}.text`, values) };
  };
}
