import { unwrap } from '@meadow/client';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

export type TestMail = { to: string; subject: string; text: string };

export function useTestMail() {
  return useMutation({ mutationFn: (body: TestMail) => unwrap(api.POST('/api/email/send', { body })) });
}
