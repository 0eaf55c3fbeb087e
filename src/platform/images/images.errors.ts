import { declareErrors } from '../errors.ts';

export const imageErrors = declareErrors({
  unreadable: {
    status: 400,
    code: 'image.unreadable',
    message: 'The file is no picture that can be read. Send a whole JPEG, PNG, GIF or WebP.',
  },
  tooManyPixels: {
    status: 400,
    code: 'image.too-many-pixels',
    message: 'The picture has more than 50 megapixels. Send a smaller one.',
  },
  tooManyFrames: {
    status: 400,
    code: 'image.too-many-frames',
    message: 'The animation has more than 100 frames. Send a shorter one, or a still picture.',
  },
  tooSlow: {
    status: 400,
    code: 'image.too-slow',
    message: 'The picture takes too long to decode. Send a smaller one, or save it anew.',
  },
  tooManyWaiting: {
    status: 429,
    code: 'image.too-many-waiting',
    message:
      'Too many pictures of yours are waiting to be worked on. Wait for their answers, then send this one again.',
  },
  busy: {
    status: 503,
    code: 'image.busy',
    message: 'Too many pictures are waiting to be worked on. Try again in a moment.',
  },
});
