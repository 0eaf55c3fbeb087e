import Type from 'typebox';

export const InboundAddressBody = Type.Object({ inbound_address: Type.String() }, { title: 'InboundAddressBody' });
