import { useCallback, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type DraftPhoto, localDatabase } from '../../../../app/local/database.ts';
import { useLive } from '../../../../app/local/use-live.ts';
import { uploadPhoto } from '../../../../app/outbox/upload-photo.ts';
import type { PhotoProblem } from '../../../../shared/photo/read-photo.ts';
import { usePercent } from '../../use-percent.ts';
import { MAX_PHOTOS, moved } from './photo-order.rules.ts';
import { preparePhoto } from './prepare-photo.ts';

/** `share` is between 0 and 1 while the photo is sent, null otherwise. */
export type UploadState = { share: number | null; problem: string | null };

type PhotosOptions = {
  userId: string;
  entryId: string;
  photos: readonly DraftPhoto[];
  onChange: (change: (photos: readonly DraftPhoto[]) => DraftPhoto[]) => void;
};

/** The photos of a draft: kept on this device at once, and sent ahead of the entry if the server can be reached. */
export function usePhotos({ userId, entryId, photos, onChange }: PhotosOptions) {
  const t = useTranslations('journal');
  const percent = usePercent();
  const database = localDatabase(userId);
  const local = useLive(
    useCallback(() => database.photos.where('entryId').equals(entryId).toArray(), [database, entryId]),
  );
  const [uploads, setUploads] = useState<Record<string, UploadState>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [spoken, setSpoken] = useState('');
  const running = useRef(new Map<string, AbortController>());
  const setUpload = (id: string, state: UploadState) => setUploads((known) => ({ ...known, [id]: state }));

  async function send(id: string): Promise<void> {
    const photo = await database.photos.get(id);
    if (photo === undefined) return;
    const abort = new AbortController();
    running.current.set(id, abort);
    let quarter = 0;
    const onProgress = (share: number) => {
      setUpload(id, { share, problem: null });
      if (Math.floor(share * 4) > quarter) {
        quarter = Math.floor(share * 4);
        setSpoken(t('photoSending', { share: percent(quarter / 4) }));
      }
    };
    const { mediaId, failure } = await uploadPhoto(photo, { signal: abort.signal, onProgress });
    running.current.delete(id);
    if (abort.signal.aborted) return;
    if (failure === null) {
      await database.photos.update(id, { mediaId, uploadedAt: Date.now() });
      setSpoken(t('photoSent'));
    }
    setUpload(id, { share: null, problem: failure !== null && isRefusal(failure.status) ? failure.message : null });
  }

  async function add(files: readonly File[]): Promise<void> {
    setProblem(null);
    const room = MAX_PHOTOS - photos.length;
    if (files.length > room) setProblem(t('photosTooMany', { max: MAX_PHOTOS }));
    for (const file of files.slice(0, Math.max(room, 0))) {
      const prepared = await preparePhoto(file, entryId);
      if (typeof prepared === 'string') {
        setProblem(t(PROBLEMS[prepared], { name: file.name }));
        continue;
      }
      const { photo, isStilled } = prepared;
      if (isStilled) setProblem(t('photoStilled', { name: file.name }));
      await database.photos.put(photo);
      onChange((known) => [...known, { id: photo.id, stored: null }]);
      void send(photo.id);
    }
  }

  async function remove(id: string): Promise<void> {
    running.current.get(id)?.abort();
    onChange((known) => known.filter((photo) => photo.id !== id));
    await database.photos.delete(id);
  }

  function move(id: string, to: number): void {
    onChange((known) =>
      moved(
        known,
        known.findIndex((photo) => photo.id === id),
        to,
      ),
    );
    setSpoken(t('photoMoved', { position: Math.min(Math.max(to, 0), photos.length - 1) + 1, count: photos.length }));
  }

  /** Leaves what is still being sent to the outbox. */
  function stop(): void {
    for (const abort of running.current.values()) abort.abort();
  }

  return { local, uploads, problem, spoken, add, remove, move, retry: send, stop };
}

/** Any other failure passes: the outbox sends the photo with the entry. */
function isRefusal(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 401;
}

const PROBLEMS = { notAPhoto: 'photoNotAPhoto', tooLarge: 'photoTooLarge' } as const satisfies Record<
  PhotoProblem,
  string
>;

export type Photos = ReturnType<typeof usePhotos>;
