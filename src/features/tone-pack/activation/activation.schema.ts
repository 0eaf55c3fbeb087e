import { declareErrors } from '#platform/errors.ts';

export { ProfileBody as ActivatedBody } from '#features/account';

export const activationErrors = declareErrors({
  notYoursToUse: {
    status: 403,
    code: 'tone-pack.not-yours-to-use',
    message: 'You have to buy this pack first, with POST /api/tone-packs/:id/purchase.',
  },
});
