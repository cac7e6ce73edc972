function paintAll() {}
export default paintAll;
