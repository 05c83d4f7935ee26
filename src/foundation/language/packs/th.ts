import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Thai',
  words: {
    'form/search': '*ค้นหา*',
    'form/login': '*เข้าสู่ระบบ*',
    'answer/no-results': '*ไม่พบ*, *ไม่มีผลลัพธ์*',
    'answer/invalid': '*กรุณากรอก*, *กรุณาเลือก*, *กรุณาระบุ*',
    'list/next': 'ถัดไป, หน้าถัดไป',
    'list/more': 'โหลดเพิ่ม, ดูเพิ่มเติม',
  },
} satisfies LanguagePack;
