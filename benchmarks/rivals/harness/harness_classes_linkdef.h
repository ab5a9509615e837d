#ifdef __CLING__
#pragma link C++ class harness::Track + ;
#pragma link C++ class std::vector < harness::Track> + ;
#pragma link C++ class std::vector < std::vector < float>> + ;
#endif
