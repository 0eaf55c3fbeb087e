import { type components, unwrap } from '@meadow/client';
import { type QueryClient, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { meQuery } from '../../../app/session/queries.ts';
import { uploadForm } from '../../../app/upload-form.ts';

export type OwnProfile = components['schemas']['OwnProfile'];
export type ProfileChange = components['schemas']['ProfileChange'];

export function useProfile(): OwnProfile {
  return useSuspenseQuery(meQuery).data.profile;
}

/** Changes the profile. What was chosen is shown at once, and taken back if the server refuses it. */
export function useChangeProfile() {
  const queryClient = useQueryClient();
  const { mutate, ...mutation } = useMutation({
    mutationFn: ({ change }: { change: ProfileChange; before: OwnProfile | undefined }) =>
      unwrap(api.PUT('/api/user/profile', { body: change })),
    onSuccess: ({ profile }, { change }) => {
      storeProfile(queryClient, profile);
      // The clock of another zone, or of another beginning of the day, comes from the server.
      if (change.preferences?.timezone !== undefined || change.preferences?.day_start !== undefined)
        void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    onError: (_error, { before }) => before && storeProfile(queryClient, before),
  });

  function change(change: ProfileChange) {
    void queryClient.cancelQueries({ queryKey: meQuery.queryKey });
    const before = queryClient.getQueryData(meQuery.queryKey)?.profile;
    if (before !== undefined) storeProfile(queryClient, profileAfter(before, change));
    mutate({ change, before });
  }

  return { ...mutation, mutate: change };
}

function profileAfter(before: OwnProfile, { full_name: name = before.full_name, preferences }: ProfileChange) {
  return { ...before, full_name: name, preferences: { ...before.preferences, ...preferences } };
}

export function useUploadAvatar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (picture: Blob) => {
      const form = new FormData();
      form.append('avatar', picture, 'avatar.webp');
      return uploadForm<components['schemas']['ProfileBody']>('/api/user/avatar', form);
    },
    onSuccess: ({ profile }) => storeProfile(queryClient, profile),
  });
}

export function useDeleteAvatar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/user/avatar')),
    onSuccess: ({ profile }) => storeProfile(queryClient, profile),
  });
}

/** A new journal address. Mail to the former one is refused from now on. */
export function useReplaceJournalAddress() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/user/inbound-address')),
    onSuccess: ({ inbound_address }) => {
      const profile = queryClient.getQueryData(meQuery.queryKey)?.profile;
      if (profile !== undefined) storeProfile(queryClient, { ...profile, inbound_address });
    },
  });
}

function storeProfile(queryClient: QueryClient, profile: OwnProfile): void {
  queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, profile });
}
