import type { components } from '@meadow/client';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { newId } from '../../../app/ids.ts';
import { type LocalPhoto, localDatabase } from '../../../app/local/database.ts';
import { useLive } from '../../../app/local/use-live.ts';
import type { OutboxItem } from '../../../app/outbox/outbox.rules.ts';
import { useOutbox } from '../../../app/outbox/outbox-provider.tsx';
import type { PhotoFile } from '../../../shared/photo/read-photo.ts';
import type { Activity } from '../../../shared/workout/activity.ts';

export type CheckedIn = components['schemas']['CheckedInBody'];
export type Coordinates = { latitude: number; longitude: number };

export const CHECK_IN_PATH = '/api/workout-window/checkin';

type BodyOfItem = { activityType: Activity; takenAt?: string };
type Sent = { body: BodyOfItem; response: CheckedIn };

/** What this page has sent for a date, and what the server made of it. The outbox puts it here. */
export const useSent = (date: string) =>
  useQuery<Sent>({ queryKey: ['sent', date], queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY });

/** A check-in that waits on this device, with its photo. */
export type QueuedCheckIn = { item: OutboxItem; body: BodyOfItem; photo: LocalPhoto | undefined };

/** The check-in of a date that waits on this device. Null without one, undefined until that is known. */
export function useQueuedCheckIn(userId: string, date: string): QueuedCheckIn | null | undefined {
  return useLive(
    useCallback(async () => {
      const { outbox, photos } = localDatabase(userId);
      const items = await outbox.where('record').equals(date).sortBy('queuedAt');
      const item = items.findLast(({ path }) => path === CHECK_IN_PATH);
      if (item === undefined) return null;
      const photo = item.file === undefined ? undefined : await photos.get(item.file.id);
      return { item, body: item.body as BodyOfItem, photo };
    }, [userId, date]),
  );
}

export type NewCheckIn = { photo: PhotoFile; takenAt: Date; activity: Activity; coordinates: Coordinates | null };

/** Keeps a check-in on this device, and sends it as soon as the server can be reached: under one key, so that it counts once. */
export function useCheckIn(date: string) {
  const outbox = useOutbox();
  return async ({ photo: { bytes, type, width, height }, takenAt, activity, coordinates }: NewCheckIn) => {
    const id = newId();
    const upload = { mediaId: null, uploadedAt: null };
    const photo: LocalPhoto = { id, entryId: date, bytes, type, name: 'check-in', width, height, ...upload };
    await outbox.queue(
      {
        method: 'POST',
        path: CHECK_IN_PATH,
        body: { activityType: activity, takenAt: takenAt.toISOString(), ...coordinates },
        version: null,
        record: date,
        file: { field: 'photo', id },
      },
      { photo },
    );
  };
}
