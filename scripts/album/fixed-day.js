// node --import ./scripts/album/fixed-day.js <program>   runs it on the day that ALBUM_START names. Its clock goes on from there.
const RealDate = globalThis.Date;
const shift = RealDate.parse(process.env.ALBUM_START ?? '') - RealDate.now();

globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift);
    else super(...given);
  }

  static now() {
    return RealDate.now() + shift;
  }
};
