import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConnection } from '../../app/connection/connection.ts';
import { useOutbox } from '../../app/outbox/outbox-provider.tsx';
import { type PhotoFile, readPhoto } from '../../shared/photo/read-photo.ts';
import { useProblem } from '../../shared/problem/use-problem.ts';
import type { Activity } from '../../shared/workout/activity.ts';
import { type Coordinates, useCheckIn, useQueuedCheckIn, useSent } from './api/check-in.ts';
import { megabytes, newerOf, stageOf, type Today } from './check-in.rules.ts';

type StepsOptions = { userId: string; today: Today; todayAt: number; isPastMidnight: boolean };

/** The steps from a photo to a check-in that counts, and where the user is on them. */
export function useSteps({ userId, today, todayAt, isPastMidnight }: StepsOptions) {
  const t = useTranslations('check-in');
  const queryClient = useQueryClient();
  const problemOf = useProblem();
  const outbox = useOutbox();
  const { isOnline } = useConnection();
  const checkIn = useCheckIn(today.date);
  const queued = useQueuedCheckIn(userId, today.date);
  const sent = useSent(today.date);
  const [chosen, setChosen] = useState<{ photo: PhotoFile; at: Date; responses: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [submitted, setSubmitted] = useState<{ at: number; responses: number } | null>(null);
  const [isReplacing, setIsReplacing] = useState(false);
  const [isMidnightRead, setIsMidnightRead] = useState(false);
  // How often the server has responded to a photo: one that it has is no longer shown here.
  const responses = queryClient.getQueryState(['sent', today.date])?.dataUpdateCount ?? 0;
  // Another tab may have sent it: then Today tells.
  const isSubmitted = submitted !== null && submitted.responses === responses && todayAt <= submitted.at;
  const taken = chosen?.responses === responses ? chosen : null;
  const known = newerOf(
    { of: today.checkin, at: todayAt },
    { of: sent.data?.response.checkin ?? null, at: sent.dataUpdatedAt },
  );

  async function choose(file: Blob): Promise<void> {
    setProblem(null);
    const at = new Date();
    const photo = await readPhoto(file);
    if (photo === 'tooLarge') setProblem(t('tooLarge', { size: megabytes(file.size) }));
    else if (photo === 'notAPhoto') setProblem(t('notAPhoto'));
    else setChosen({ photo, at, responses });
  }

  async function submit(activity: Activity, coordinates: Coordinates | null): Promise<void> {
    if (taken === null) return;
    setProblem(null);
    setSubmitted({ at: Date.now(), responses });
    try {
      await checkIn({ photo: taken.photo, takenAt: taken.at, activity, coordinates });
    } catch (error) {
      setSubmitted(null);
      setProblem(problemOf(error));
    }
  }

  /** Takes a photo back that was not sent, or not accepted. It may have arrived all the same, so that Today is read again. */
  async function discard(): Promise<void> {
    if (queued) await outbox.discard(queued.item.key);
    setSubmitted(null);
    await queryClient.invalidateQueries({ queryKey: ['today'] });
  }

  return {
    stage:
      queued === undefined
        ? null
        : stageOf({
            checkIn: known,
            hasWindow: today.state !== 'not_set_up' && today.state !== 'paused',
            item: queued?.item,
            isOnline,
            hasPhoto: taken !== null,
            isSubmitted,
            isReplacing,
            isPastMidnight: isPastMidnight && !isMidnightRead,
          }),
    checkIn: known,
    queued: queued ?? null,
    sent: sent.data ?? null,
    taken,
    problem,
    choose,
    submit,
    discard,
    retake: () => setChosen(null),
    replace: () => {
      setChosen(null);
      setSubmitted(null);
      setIsReplacing(true);
    },
    readMidnight: () => setIsMidnightRead(true),
  };
}
